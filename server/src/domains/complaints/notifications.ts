import type { Context, Tx } from '../../context.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import { renewOrderChange } from '../orders/index.ts'
import type { ComplaintRow } from './store/complaints.ts'

/** Publishes to the customer's open pages that the order of a complaint says something else. */
export async function publishComplaintChange(
  ctx: Context,
  tx: Tx,
  { account_id, order_code }: Pick<ComplaintRow, 'account_id' | 'order_code'>,
): Promise<void> {
  await renewOrderChange(ctx, tx, order_code)
  await publishToAccount(ctx, tx, account_id, { type: 'order-changed', orderCode: order_code })
}
