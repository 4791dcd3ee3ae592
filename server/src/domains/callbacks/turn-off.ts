import type { Context, Tx } from '../../context.ts'
import { mailTurnedOff } from './job-kinds.ts'
import { updateCallbacks } from './store/callbacks.ts'
import { failWaitingEvents } from './store/events.ts'

/** Turns callbacks off that do not work, gives up what waits, and tells the customer by mail. */
export async function turnOff(
  ctx: Context,
  tx: Tx,
  accountId: string,
  reason: 'failing' | 'gone',
): Promise<void> {
  await updateCallbacks(tx, accountId, {
    state: 'off',
    off_reason: reason,
    off_at: ctx.clock.now(),
    mailed_at: null,
  })
  await failWaitingEvents(tx, accountId)
  await ctx.jobs.send(tx, mailTurnedOff, [{ accountId }])
  tx.afterCommit(() => ctx.log.info({ accountId, reason }, 'callbacks turned off'))
}
