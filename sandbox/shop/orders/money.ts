import { randomUUID } from 'node:crypto'
import { addDays } from 'date-fns/addDays'
import type { RetailerOrder } from '#contract/retailer-orders.ts'
import { getChannelBrand } from '../brand-page.ts'
import { computeVat, getVatRate } from '../invoices/figures.ts'
import { addVersion, type Order } from './order.ts'

/**
 * Says how an order is paid, or that the payment failed. The stand-in has one card for all consumers; companies pay by the invoice,
 * which says when.
 */
export function describePayment(
  address: RetailerOrder['deliveryAddress'],
  when: { paidAt: string } | { failedAt: string },
): RetailerOrder['payment'] {
  const isOnAccount = address?.type === 'Home' && address.companyName !== undefined && 'paidAt' in when
  return isOnAccount ? { method: 'invoice' } : { method: 'card', lastDigits: '4242', ...when }
}

/** Computes the VAT that is in a total, at the standard rate of the channel's country. */
export function listVat(channel: string, total: number): RetailerOrder['vat'] {
  const rate = getVatRate(getChannelBrand(channel).country)
  return [{ rate, amount: computeVat(total, rate) }]
}

type Refund = NonNullable<RetailerOrder['refunds']>[number]

/** Days until a refund is on the customer's account. */
const REFUND_DAYS = 5

/** What a refund is for, how much it is in minor units, and whether it was paid. */
type NewRefund = Pick<Refund, 'amount' | 'state' | 'reason'> &
  Partial<Pick<Refund, 'refundId' | 'productCodes'>>

/**
 * Returns the refunds of an order with a further one; undefined when nothing is to be paid back: the order is not paid, or more
 * than its total would be.
 */
export function addRefund({ payment, state }: Order, refund: NewRefund, now: Date): Refund[] | undefined {
  const { refunds = [], total } = state
  const earlier = refunds.filter(({ refundId }) => refundId !== refund.refundId)
  const refunded = earlier.reduce((sum, { amount }) => sum + amount, 0)
  const isPossible = payment.state === 'paid' && refund.amount > 0
  if (!isPossible || refunded + refund.amount > (total?.amount ?? 0)) return undefined
  return [
    ...earlier,
    {
      refundId: randomUUID(),
      ...refund,
      at: now.toISOString(),
      expectedBy: addDays(now, REFUND_DAYS).toISOString(),
      ...(state.payment && { method: state.payment.method }),
    },
  ]
}

/** Pays back a part of an order, or announces it; the same order when that is not possible. */
export function refund(order: Order, refund: NewRefund, now: Date): Order {
  const refunds = addRefund(order, refund, now)
  return refunds ? addVersion(order, now, { refunds }) : order
}
