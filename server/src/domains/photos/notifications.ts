import type { LibraryMove } from '#contract/photos.ts'
import type { LibraryPush } from '#contract/push.ts'
import type { Context, Tx } from '../../context.ts'

const LIBRARY_CHANNEL = 'library'

/** Sends a push message to the open pages of an account when the transaction commits. */
export async function publishToLibrary(
  ctx: Pick<Context, 'push'>,
  tx: Tx,
  accountId: string,
  body: LibraryPush,
): Promise<void> {
  await ctx.push.publish(tx, { channel: LIBRARY_CHANNEL, accountId, body })
}

/** Calls `send` with every push message of the account until the returned function is called. */
export const subscribeToLibrary = (
  ctx: Pick<Context, 'push'>,
  accountId: string,
  send: (body: unknown) => void,
): (() => void) => ctx.push.subscribe(LIBRARY_CHANNEL, accountId, send)

/** See Push.quietMs. */
export const libraryQuietMs = (ctx: Pick<Context, 'push'>, accountId: string): number =>
  ctx.push.quietMs(LIBRARY_CHANNEL, accountId)

/** Publishes which photos of a library changed. */
export async function publishLibraryChange(
  ctx: Pick<Context, 'push'>,
  tx: Tx,
  accountId: string,
  photoIds: string[],
  change: 'added' | 'updated' | 'removed',
): Promise<void> {
  if (photoIds.length === 0) return
  await publishToLibrary(ctx, tx, accountId, { type: 'photos-changed', photoIds, change })
}

/** Publishes the progress of a library move. */
export async function publishLibraryMove(
  ctx: Pick<Context, 'push'>,
  tx: Tx,
  accountId: string,
  move: LibraryMove,
): Promise<void> {
  await publishToLibrary(ctx, tx, accountId, { type: 'library-move', move })
}
