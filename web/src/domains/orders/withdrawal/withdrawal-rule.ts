import type { Deadline } from '#contract/deadline.ts'
import { summarizeDelivery } from '#contract/order-delivery.ts'
import { hasFailed } from '#contract/order-waiting.ts'
import type { Order, OrderedProduct } from '#contract/orders.ts'
import type { Withdrawal, WithdrawalExclusion } from '#contract/withdrawal.ts'

/** What the page says about the right to withdraw from the contract for a product. */
export type WithdrawalRule =
  /** The end and its day are absent before the delivery. */
  | { kind: 'open'; until: Deadline | undefined; lastDay: string | undefined }
  | { kind: 'excluded'; exclusion: WithdrawalExclusion }
  | { kind: 'ended'; lastDay: string }
  /** The order was cancelled or has failed, and the product was not sent. */
  | { kind: 'not-delivered' }
  | { kind: 'withdrawn'; withdrawal: Withdrawal }

/** Days after the delivery for which an order says what no longer matters. */
const SHOWN_DAYS = 90
const DAY_MS = 86_400_000

/**
 * Finds what an order says of a product's rule at `now`, in milliseconds since 1970; undefined where the retailer did not say one,
 * and where the order was delivered long ago and no period runs any more.
 */
export function findShownRule(
  order: Order,
  product: OrderedProduct,
  now: number,
): WithdrawalRule | undefined {
  const rule = findWithdrawalRule(order, product, now)
  return rule?.kind !== 'withdrawn' && isLongAgo(order, now) ? undefined : rule
}

/**
 * Finds the rule of a product of a consumer's order at `now`, in milliseconds since 1970; undefined where the retailer did not say
 * one.
 */
export function findWithdrawalRule(
  order: Order,
  product: OrderedProduct,
  now: number,
): WithdrawalRule | undefined {
  const withdrawal = order.withdrawals?.findLast(({ productCodes }) => productCodes.includes(product.code))
  if (withdrawal && withdrawal.state !== 'rejected') return { kind: 'withdrawn', withdrawal }
  if (!withdrawal && hasFailed(order, now) && !isSent(order, product)) return { kind: 'not-delivered' }
  const { withdrawable, withdrawUntil: until, withdrawalLastDay: lastDay } = product
  if (withdrawable === undefined) return withdrawal && { kind: 'withdrawn', withdrawal }
  if (!withdrawable) return { kind: 'excluded', exclusion: product.withdrawalExclusion ?? 'other' }
  if (isOpen(product, now)) return { kind: 'open', until, lastDay }
  return withdrawal ? { kind: 'withdrawn', withdrawal } : { kind: 'ended', lastDay: lastDay! }
}

const isSent = ({ parcels }: Order, { code }: OrderedProduct): boolean =>
  parcels.some(({ productCodes }) => productCodes.includes(code))

/** Whether a product can be withdrawn from in time. The second that ends the period belongs to it. */
const isOpen = ({ withdrawable, withdrawUntil }: OrderedProduct, now: number): boolean =>
  withdrawable === true && (withdrawUntil === undefined || now < getEnd(withdrawUntil))

/** Returns when a period is over that ends with an instant, in milliseconds since 1970. */
export const getEnd = (until: Deadline): number => (Math.floor(Date.parse(until) / 1000) + 1) * 1000

function isLongAgo(order: Order, now: number): boolean {
  const { deliveredAt } = summarizeDelivery(order)
  if (deliveredAt === undefined || now - Date.parse(deliveredAt) < SHOWN_DAYS * DAY_MS) return false
  return !order.products.some(product => isOpen(product, now))
}
