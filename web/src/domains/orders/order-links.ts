import { findState } from '#contract/order-status.ts'
import { isCancelling, isPayable } from '#contract/order-waiting.ts'
import type { Order } from '#contract/orders.ts'
import { toSafeLink } from '#web/platform/links/safe-link.ts'
import { hasFailed } from './order-status.ts'

/** Finds the link to pay an order that awaits payment or whose payment failed, while that is possible (NX-102). */
export function findPaymentLink(order: Order, now: number): string | undefined {
  const state = findState(order.status)
  const isUnpaid = state === 'awaiting-payment' || state === 'payment-failed'
  return isUnpaid && !isCancelling(order) && isPayable(order, now) ? toSafeLink(order.paymentUrl) : undefined
}

/** The path of the page on which a problem with an order is reported. */
export const getReportPath = (code: string): string => `/orders/${encodeURIComponent(code)}/report`

/** Finds the link that tracks the newest parcel with such a link. */
export function findTrackingLink(order: Order): string | undefined {
  if (hasFailed(order)) return undefined
  return order.parcels
    .toSorted((a, b) => Date.parse(b.shippedAt) - Date.parse(a.shippedAt))
    .map(parcel => toSafeLink(parcel.trackingUrl))
    .find(link => link !== undefined)
}
