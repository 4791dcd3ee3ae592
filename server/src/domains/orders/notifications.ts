import type { Context, Tx } from '../../context.ts'
import { updateRows } from '../../platform/db/rows.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import { orderChanged } from './events.ts'
import { findProductOrder } from './store.ts'

/**
 * Publishes to the customer's open pages, and emits for higher domains, that an order changed without another version of
 * it, which renews the time of its change.
 */
export async function publishOrderChange(
  ctx: Context,
  tx: Tx,
  accountId: string,
  code: string,
): Promise<void> {
  await renewChange(ctx, tx, code)
  await publishOrderVersion(ctx, tx, accountId, code)
}

/** Renews the time at which an order last changed for its customer. */
export const renewChange = (ctx: Context, tx: Tx, code: string): Promise<unknown> =>
  updateRows(tx.db, 'orders', { code }, { updated_at: ctx.clock.now() })

/** Publishes to the customer's open pages, and emits for higher domains, that a version of an order was stored. */
export async function publishOrderVersion(
  ctx: Context,
  tx: Tx,
  accountId: string,
  code: string,
): Promise<void> {
  await publishToAccount(ctx, tx, accountId, { type: 'order-changed', orderCode: code })
  await ctx.events.emit(tx, orderChanged, { accountId, code })
}

/**
 * Publishes to the customer's open pages that a voucher or file of an ordered product changed. Does nothing before the
 * order has arrived, whose own message makes pages read both.
 */
export async function publishProductChange(
  ctx: Context,
  tx: Tx,
  accountId: string,
  productCode: string,
  type: 'voucher-changed' | 'product-file-changed',
): Promise<void> {
  const order = await findProductOrder(tx.db, accountId, productCode)
  if (order) await publishToAccount(ctx, tx, accountId, { type, orderCode: order.code })
}
