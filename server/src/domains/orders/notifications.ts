import type { Context, Tx } from '../../context.ts'
import { publishToLibrary } from '../photos/index.ts'
import { orderChanged } from './events.ts'

/** Tells the customer's open pages, and higher domains, that what is shown of an order changed. */
export async function publishOrderChange(
  ctx: Context,
  tx: Tx,
  accountId: string,
  code: string,
): Promise<void> {
  await publishToLibrary(ctx, tx, accountId, { type: 'order-changed', orderCode: code })
  await ctx.events.emit(tx, orderChanged, { accountId, code })
}
