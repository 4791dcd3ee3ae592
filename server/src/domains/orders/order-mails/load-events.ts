import type { Brand } from '#contract/brands.ts'
import type { Moment } from '#contract/order-message.ts'
import type { Order } from '#contract/orders.ts'
import type { Context, Reader } from '../../../context.ts'
import { getBrandOrigin } from '../../brands/index.ts'
import { presentOrders } from '../present.ts'
import type { OrderRow } from '../store.ts'
import { findMovedArrival, listOrderEvents, type OrderEvent } from './order-events.ts'
import { findMailedDays } from './store.ts'

/** Loads what an order says now as its customer reads it, and lists what of it a mail tells, too, that none has told. */
export async function loadOrderEvents(
  ctx: Context,
  db: Reader,
  brand: Brand,
  row: OrderRow,
): Promise<{ order: Order; moment: Moment; events: OrderEvent[] }> {
  const { order, moment } = await loadOrder(ctx, db, brand, row)
  const mailedDays = await findMailedDays(db, row.account_id, row.code)
  const listed = listOrderEvents(order, moment)
  if (mailedDays === undefined) return { order, moment, events: listed }
  const moved = findMovedArrival(order, moment, mailedDays)
  const isDelayed = listed.some(({ kind }) => kind === 'order-delayed')
  // A delay says why, but not that it is shorter than the last mail said.
  const events =
    moved && (moved.message.isEarlier || !isDelayed)
      ? [...listed.filter(({ kind }) => kind !== 'order-delayed'), moved]
      : listed
  return { order, moment, events: events.filter(event => getDays(event) !== mailedDays) }
}

/** The new days of a delay, as its mail is stored with them; null of other events. */
export const getDays = (event: OrderEvent): string | null =>
  event.kind === 'order-delayed' ? `${event.message.arriving.from}/${event.message.arriving.to}` : null

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
