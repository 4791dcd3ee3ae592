import type { Context, Tx } from '../../context.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import { type ComplaintRow, listComplaintsByReprint } from './store/complaints.ts'

/** Publishes to the customer's open pages that the order of a complaint says something else. */
export const publishComplaintChange = (
  ctx: Context,
  tx: Tx,
  { account_id, order_code }: Pick<ComplaintRow, 'account_id' | 'order_code'>,
): Promise<void> => publishToAccount(ctx, tx, account_id, { type: 'order-changed', orderCode: order_code })

/** Publishes that the order of a reprint has arrived: its complaints link to it from now on. */
export async function publishReprint(
  ctx: Context,
  tx: Tx,
  { accountId, code }: { accountId: string; code: string },
): Promise<void> {
  for (const { order_code } of await listComplaintsByReprint(tx.db, accountId, code))
    await publishComplaintChange(ctx, tx, { account_id: accountId, order_code })
}
