import type { LibraryMove } from '#contract/photos.ts'
import type { LibraryPush } from '#contract/push.ts'
import type { Context, Tx } from '../../context.ts'

/** Channel of the library socket. */
export const LIBRARY = 'library'

/** Tells the account's open pages what changed, when the transaction commits. */
export async function publishLibraryChange(
  ctx: Pick<Context, 'push'>,
  tx: Tx,
  accountId: string,
  photoIds: string[],
  change: 'added' | 'updated' | 'removed',
): Promise<void> {
  if (photoIds.length === 0) return
  const body: LibraryPush = { type: 'photos-changed', photoIds, change }
  await ctx.push.publish(tx, { channel: LIBRARY, accountId, body })
}

/** Tells the account's open pages how far the move of its library is. */
export async function publishLibraryMove(
  ctx: Pick<Context, 'push'>,
  tx: Tx,
  accountId: string,
  move: LibraryMove,
): Promise<void> {
  const body: LibraryPush = { type: 'library-move', move }
  await ctx.push.publish(tx, { channel: LIBRARY, accountId, body })
}
