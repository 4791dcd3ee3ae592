import type { RetailerCall } from '#contract/retailer-calls/retailer-call.ts'
import type { Context, Tx } from '../../context.ts'
import { dispatchMessages } from './job-kinds.ts'
import type { MessageKind, NewMessage } from './message-kinds.ts'
import { upsertMessage } from './store/messages.ts'

/**
 * Enqueues a call to the retailer. It is sent after the commit, at least once, until it is answered. A waiting message
 * with the same id stays as it is; an ended one waits again.
 */
export async function enqueueMessage<C extends RetailerCall>(
  ctx: Pick<Context, 'clock' | 'jobs'>,
  tx: Tx,
  kind: MessageKind<C>,
  message: NewMessage,
): Promise<void> {
  await upsertMessage(tx, kind.name, message, ctx.clock.now())
  await ctx.jobs.send(tx, dispatchMessages, [{}])
}
