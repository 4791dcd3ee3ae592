import type { Context, Tx } from '../../context.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'

/** Publishes that groups of the account changed. */
export const publishTidyUpChange = (ctx: Pick<Context, 'push'>, tx: Tx, accountId: string): Promise<void> =>
  publishToAccount(ctx, tx, accountId, { type: 'tidy-up-changed' })
