import { hasParcelUnderway } from './order-delivery.ts'
import { isInProgress } from './order-progress.ts'
import { findState, isFailure, type OrderState } from './order-status.ts'
import type { Order } from './orders.ts'

/**
 * Returns what an order waits for: the customer's payment or answer (rows 1, 3, 6 and 7), or the retailer's answer to
 * the customer. Needs no day: cheap for a list of thousands.
 */
export function findWaiting(order: WaitingFacts, now: number): 'payment' | 'answer' | 'retailer' | undefined {
  const state = findState(order.status)
  if (isCancelling(order)) return 'retailer'
  const isUnpaid = state === 'payment-failed' || state === 'awaiting-payment'
  if (isUnpaid && isPayable(order, now)) return 'payment'
  const states = order.complaints?.map(complaint => complaint.state) ?? []
  if (states.includes('question')) return 'answer'
  if (isBeingMade(state) && isOnHold(order)) return order.notice?.action ? 'answer' : 'retailer'
  return states.includes('sent') || states.includes('in-review') ? 'retailer' : undefined
}

export type WaitingFacts = Pick<
  Order,
  'status' | 'paymentUrl' | 'paymentExpiresAt' | 'notice' | 'cancellation' | 'complaints'
>

/**
 * What of an order is still to come: the customer's payment or answer, the retailer's, a withdrawal, a parcel, or the order itself;
 * undefined once it is settled. `now`: milliseconds since 1970.
 */
export function findOpenMatter(order: Order, now: number): OpenMatter | undefined {
  const waiting = findWaiting(order, now)
  if (waiting) return waiting
  if (order.withdrawals?.some(({ state }) => state !== 'refunded' && state !== 'rejected'))
    return 'withdrawal'
  const state = findState(order.status)
  if (isBeingMade(state)) return 'order'
  if (hasParcelUnderway(order, now)) return 'parcel'
  if (state === 'sent') return order.parcels.length === 0 && isInProgress(order, now) ? 'parcel' : undefined
  if (hasFailed(order, now)) return undefined
  if (state !== 'awaiting-payment') return 'order'
  return isPaymentOver(order, now) ? undefined : 'payment'
}

export const OPEN_MATTERS = ['payment', 'answer', 'retailer', 'withdrawal', 'parcel', 'order'] as const
export type OpenMatter = (typeof OPEN_MATTERS)[number]

/** Whether the customer asked to cancel the order, and the retailer has not answered. */
export const isCancelling = ({ cancellation }: Pick<Order, 'cancellation'>): boolean =>
  cancellation?.last?.state === 'requested' || cancellation?.last?.state === 'sent'

/** Whether the order can be paid: there is a page for it, and the time to pay is not over. */
export const isPayable = (order: Pick<Order, 'paymentUrl' | 'paymentExpiresAt'>, now: number): boolean =>
  order.paymentUrl !== undefined && !isPaymentOver(order, now)

/**
 * Whether an order has failed for good, or was cancelled: nothing about it can be changed. One whose payment failed has not, as long
 * as it can be paid.
 */
export function hasFailed(
  order: Pick<Order, 'status' | 'paymentUrl' | 'paymentExpiresAt'>,
  now: number,
): boolean {
  const state = findState(order.status)
  return isFailure(state) && !(state === 'payment-failed' && isPayable(order, now))
}

/** Whether the time to pay is over. */
export const isPaymentOver = ({ paymentExpiresAt }: Pick<Order, 'paymentExpiresAt'>, now: number): boolean =>
  paymentExpiresAt !== undefined && Date.parse(paymentExpiresAt) <= now

/** Whether the retailer stopped the order, by a notice or a status. */
export const isOnHold = ({ status, notice }: Pick<Order, 'status' | 'notice'>): boolean =>
  notice?.kind === 'hold' || status === 'on_hold'

/** Whether an order in this state is still to be made or sent. */
export const isBeingMade = (state: OrderState | undefined): boolean =>
  state === 'ordered' || state === 'in-production'
