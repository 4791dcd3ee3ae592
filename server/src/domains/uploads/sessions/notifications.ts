import type { LibraryPush } from '#contract/push.ts'
import type { Context, Tx } from '../../../context.ts'
import { publishToLibrary } from '../../photos/index.ts'

/** Tells the owner's pages to look at a transfer again. */
export async function publishSessionChange(
  ctx: Pick<Context, 'push'>,
  tx: Tx,
  accountId: string,
  sessionId: string,
): Promise<void> {
  const body: LibraryPush = { type: 'upload-session-changed', sessionId }
  await publishToLibrary(ctx, tx, accountId, body)
}
