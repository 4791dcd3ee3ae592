import type { LibraryPush } from '#contract/push.ts'
import type { Context, Tx } from '../../context.ts'
import { LIBRARY } from '../photos/index.ts'

/** Tells the open pages of one member, when the transaction commits. */
export async function publishToMember(
  ctx: Pick<Context, 'push'>,
  tx: Tx,
  accountId: string,
  body: LibraryPush,
): Promise<void> {
  await ctx.push.publish(tx, { channel: LIBRARY, accountId, body })
}
