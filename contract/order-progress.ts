import { isEarlier } from './deadline.ts'
import { hasParcelUnderway } from './order-delivery.ts'
import { findState } from './order-status.ts'
import type { Order, OrderedProduct } from './orders.ts'

const DAY_MS = 86_400_000
/** Orders of this window are in progress, its last millisecond included. */
const RECENT_MS = 30 * DAY_MS
/** A sent product is done when its payment changed longer ago than this. */
const SENT_MS = 14 * DAY_MS

/**
 * Whether an order is in progress and not history: created within 30 days, and not all of its products
 * are done. A product is done when it was sent and its payment changed more than 14 days ago; sent without that date, it
 * is not. One that cost nothing, such as a new print, is done when it was delivered, whatever date its payment has. `now`:
 * milliseconds since 1970.
 */
export function isInProgress(order: ProgressFacts, now: number): boolean {
  const { createdAt, products } = order
  if (!isRecent(createdAt, now)) return false
  return products.length === 0 || !products.every(product => isDone(order, product, now))
}

/** Whether it was created within the last 30 days: all orders after one that was not are history. */
export function isRecent(createdAt: string, now: number): boolean {
  return now - Date.parse(createdAt) <= RECENT_MS
}

export interface ProgressFacts extends Pick<Order, 'createdAt' | 'parcels' | 'total'> {
  products: readonly Pick<OrderedProduct, 'status' | 'paymentChangedDate'>[]
}

function isDone(
  { createdAt, total, parcels }: ProgressFacts,
  { status, paymentChangedDate }: ProgressFacts['products'][number],
  now: number,
): boolean {
  if (findState(status) !== 'sent') return false
  if (total?.amount === 0 && parcels.length > 0) return !hasParcelUnderway({ parcels }, now)
  // A date before the order's own is that of another payment.
  if (paymentChangedDate === undefined || isEarlier(paymentChangedDate, createdAt)) return false
  return now - Date.parse(paymentChangedDate) > SENT_MS
}
