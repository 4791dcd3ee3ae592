import type { Order } from '#contract/orders.ts'
import { toSafeLink } from '#web/platform/links/safe-link.ts'
import { awaitsPayment, hasFailed } from './order-status.ts'

/** Finds the link to pay the order, while that is possible. */
export function findPaymentLink(order: Order, now: number): string | undefined {
  return awaitsPayment(order) && !isPaymentOver(order, now) ? toSafeLink(order.paymentUrl) : undefined
}

/** Whether the time to pay is over. */
export function isPaymentOver({ paymentExpiresAt }: Pick<Order, 'paymentExpiresAt'>, now: number): boolean {
  return paymentExpiresAt !== undefined && Date.parse(paymentExpiresAt) <= now
}

/** Finds the link that tracks the newest parcel with such a link. */
export function findTrackingLink(order: Order): string | undefined {
  if (hasFailed(order)) return undefined
  return order.parcels
    .toSorted((a, b) => Date.parse(b.shippedAt) - Date.parse(a.shippedAt))
    .map(parcel => toSafeLink(parcel.trackingUrl))
    .find(link => link !== undefined)
}
