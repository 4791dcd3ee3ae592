import type { Context, Tx } from '../../context.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'

/** Publishes which photos of a library changed. */
export async function publishLibraryChange(
  ctx: Pick<Context, 'push'>,
  tx: Tx,
  accountId: string,
  photoIds: string[],
  change: 'added' | 'updated' | 'removed',
): Promise<void> {
  if (photoIds.length === 0) return
  await publishToAccount(ctx, tx, accountId, { type: 'photos-changed', photoIds, change })
}
