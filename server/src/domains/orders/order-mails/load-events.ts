import type { Brand } from '#contract/brands.ts'
import type { Moment } from '#contract/order-message.ts'
import type { Order } from '#contract/orders.ts'
import type { Context, Reader } from '../../../context.ts'
import { getBrandOrigin } from '../../brands/index.ts'
import { presentOrders } from '../present.ts'
import type { OrderRow } from '../store.ts'
import { listOrderEvents, type OrderEvent } from './order-events.ts'

/** Loads what an order says now as its customer reads it, and lists what of it a mail tells, too. */
export async function loadOrderEvents(
  ctx: Context,
  db: Reader,
  brand: Brand,
  row: OrderRow,
): Promise<{ order: Order; moment: Moment; events: OrderEvent[] }> {
  const { order, moment } = await loadOrder(ctx, db, brand, row)
  return { order, moment, events: listOrderEvents(order, moment) }
}

/** Loads an order as its customer reads it now. */
export async function loadOrder(
  ctx: Context,
  db: Reader,
  brand: Brand,
  row: OrderRow,
): Promise<{ order: Order; moment: Moment }> {
  const origin = getBrandOrigin(ctx.config, brand)
  const owner = { accountId: row.account_id, origin, block: undefined, withPictures: false }
  const [order] = await presentOrders({ ...ctx, db }, owner, [row])
  const moment = { now: ctx.clock.now().getTime(), timeZone: brand.timeZone }
  return { order: order!, moment }
}
