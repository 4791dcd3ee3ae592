import type { LibraryPush } from '#contract/push.ts'
import { publishToAccount } from '#server/platform/push/account-channel.ts'
import type { Context, Tx } from '../../../context.ts'

/** Publishes to the owner's pages that an upload session has changed. */
export async function publishSessionChange(
  ctx: Pick<Context, 'push'>,
  tx: Tx,
  accountId: string,
  sessionId: string,
): Promise<void> {
  const body: LibraryPush = { type: 'upload-session-changed', sessionId }
  await publishToAccount(ctx, tx, accountId, body)
}
