import { findState } from '#contract/order-status.ts'
import { isCancelling, isPayable } from '#contract/order-waiting.ts'
import type { Order } from '#contract/orders.ts'
import { toSafeLink } from '#web/platform/links/safe-link.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import type { InnerAction } from './message/message-view.ts'

/** Finds the link to pay an order that awaits payment or whose payment failed, while that is possible. */
export function findPaymentLink(order: Order, now: number): string | undefined {
  const state = findState(order.status)
  const isUnpaid = state === 'awaiting-payment' || state === 'payment-failed'
  return isUnpaid && !isCancelling(order) && isPayable(order, now) ? toSafeLink(order.paymentUrl) : undefined
}

/** The fragment of the field for the answer to customer care's question on the page of an order. */
export const ANSWER_HASH = 'report-answer'

/** Where in Keepsake an action of an order's message leads. */
export function getActionTarget(code: string, action: InnerAction): LinkTarget {
  const params = { orderCode: code }
  switch (action.kind) {
    case 'not-arrived':
      return { to: PATHS.reportProblem, params, search: { reason: 'not-arrived' } }
    case 'report':
      return { to: PATHS.reportProblem, params }
    case 'answer-report':
      return { to: PATHS.order, params, hash: ANSWER_HASH }
    case 'new-order':
      return { to: PATHS.order, params: { orderCode: action.code } }
    case 'address':
      return { to: PATHS.order, params, hash: 'order-address' }
  }
}

interface LinkTarget {
  to: string
  params: Record<string, string>
  search?: Record<string, string>
  hash?: string
}

/** Finds the link that tracks the newest parcel with such a link. */
export function findTrackingLink(order: Order): string | undefined {
  return order.parcels
    .toSorted((a, b) => Date.parse(b.shippedAt) - Date.parse(a.shippedAt))
    .map(parcel => toSafeLink(parcel.trackingUrl))
    .find(link => link !== undefined)
}
