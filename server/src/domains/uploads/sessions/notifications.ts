import type { LibraryPush } from '#contract/push.ts'
import type { Context, Tx } from '../../../context.ts'
import { publishToLibrary } from '../../photos/index.ts'

/** Publishes to the owner's pages that an upload session has changed. */
export async function publishSessionChange(
  ctx: Pick<Context, 'push'>,
  tx: Tx,
  accountId: string,
  sessionId: string,
): Promise<void> {
  const body: LibraryPush = { type: 'upload-session-changed', sessionId }
  await publishToLibrary(ctx, tx, accountId, body)
}
