import { wasCharged } from './order-payment.ts'
import { getPromiseEnd } from './order-promises.ts'
import { findState, isFailure } from './order-status.ts'
import type { Order } from './orders.ts'
import type { Refund } from './refunds.ts'
import { calculateWithdrawalAmount } from './withdrawal-amount.ts'

/** promised: announced; underway: paid, and not there yet; overdue: announced, and its day is over; arrived: should be there. */
export type RefundState = 'promised' | 'underway' | 'overdue' | 'arrived'

/** The money of an order, in minor units of its total's currency. */
export interface OrderMoney {
  /** What the customer has paid; 0 where that is not known. */
  paid: number
  /** What was or is paid back, in the order of time. */
  refunds: readonly { refund: Refund; state: RefundState }[]
  /** What credit notes have paid back besides these refunds. */
  repaid: number
  /** What has to come back and is in no refund: of an order that has ended, a withdrawal, a credit note. */
  owed: number
  /** What the customer has paid for in the end. */
  remains: number
}

/** Sums the money of an order at an instant, milliseconds since 1970. */
export function summarizeMoney(order: MoneyFacts, now: number): OrderMoney {
  const refunds = (order.refunds ?? [])
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .map(refund => ({ refund, state: findRefundState(refund, now) }))
  const paid = wasCharged(order) ? (order.total?.amount ?? 0) : 0
  // A credit note and a refund of the order may say the same payment.
  const repaid = Math.max(0, (order.repaid ?? 0) - sumAmounts(order.refunds ?? []))
  const refunded = sumAmounts(order.refunds ?? []) + repaid
  const owed = Math.min(Math.max(0, paid - refunded), computeOwed(order, paid, refunded))
  return { paid, refunds, repaid, owed, remains: Math.max(0, paid - refunded - owed) }
}

export type MoneyFacts = Pick<
  Order,
  | 'status'
  | 'history'
  | 'total'
  | 'payment'
  | 'isInvoicePaid'
  | 'products'
  | 'discounts'
  | 'refunds'
  | 'withdrawals'
  | 'credited'
  | 'repaid'
>

/** Returns where the money of a refund is. */
export function findRefundState({ state, at, expectedBy }: Refund, now: number): RefundState {
  const isOver = Date.parse(getPromiseEnd('money', at, expectedBy)) <= now
  if (state === 'announced') return isOver ? 'overdue' : 'promised'
  return isOver ? 'arrived' : 'underway'
}

export const sumAmounts = (items: readonly { amount: number }[]): number =>
  items.reduce((sum, { amount }) => sum + amount, 0)

function computeOwed(order: MoneyFacts, paid: number, refunded: number): number {
  const state = findState(order.status)
  if (isFailure(state) && state !== 'payment-failed') return paid - refunded
  return Math.max(0, (order.credited ?? 0) - refunded, computeOwedForWithdrawals(order))
}

/** What comes back for withdrawals that the retailer has accepted and not settled. */
function computeOwedForWithdrawals(order: MoneyFacts): number {
  const { withdrawals = [], refunds = [] } = order
  const isOpen = ({ state }: { state: string }) => state === 'confirmed' || state === 'returned'
  const codes = withdrawals.filter(isOpen).flatMap(({ productCodes }) => productCodes)
  if (codes.length === 0) return 0
  const others = withdrawals.filter(withdrawal => !isOpen(withdrawal))
  const isSettled = others.some(({ state }) => state === 'refunded')
  const own = refunds.filter(
    ({ reason, productCodes }) =>
      reason === 'withdrawal' &&
      (productCodes ? productCodes.some(code => codes.includes(code)) : !isSettled),
  )
  return (calculateWithdrawalAmount({ ...order, withdrawals: others }, codes) ?? 0) - sumAmounts(own)
}
