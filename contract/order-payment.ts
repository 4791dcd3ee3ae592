import { isEarlier } from './deadline.ts'
import { findState, type OrderState } from './order-status.ts'
import type { Order } from './orders.ts'

/*
 * Whether the money of an order was taken. What an issued invoice says goes before what the order system says (`isInvoicePaid`).
 */

/** Whether a payment was made, and not refused since. */
export function isPaid({ payment, isInvoicePaid }: Pick<Order, 'payment' | 'isInvoicePaid'>): boolean {
  if (isInvoicePaid !== undefined) return isInvoicePaid
  return payment?.paidAt !== undefined && !isEarlier(payment.paidAt, payment.failedAt)
}

/** Whether money was taken; undefined where the retailer did not say: an order is also made and sent on account. */
export function wasCharged({
  total,
  payment,
  isInvoicePaid,
  history,
}: Pick<Order, 'total' | 'payment' | 'isInvoicePaid' | 'history'>): boolean | undefined {
  if (total?.amount === 0) return false
  if (isInvoicePaid !== undefined) return isInvoicePaid
  // Also where the retailer names the method without the day.
  if (payment?.paidAt !== undefined || history.some(({ status }) => status === 'paymentSuccess')) return true
  if (payment) return false
  const wasMade = history.some(({ status }) => MADE_STATES.includes(findState(status)))
  return history.length === 0 || wasMade ? undefined : false
}

const MADE_STATES: readonly (OrderState | undefined)[] = ['ordered', 'in-production', 'sent']
