import { wasCharged } from './order-payment.ts'
import { findState } from './order-status.ts'
import type { Order, OrderedProduct } from './orders.ts'
import type { Refund } from './refunds.ts'
import type { Withdrawal } from './withdrawal.ts'

/**
 * Calculates what the customer gets back for a withdrawal from these products, in minor units; undefined where the retailer
 * has not sent what it takes, and for a part of an order with discounts, which are not those of single products, also the
 * last part. With the last product of an order that is left, all that was paid comes back, the delivery included (Directive
 * 2011/83/EU, article 13(1)); what was paid back or promised by earlier withdrawals is deducted. 0 for an order that is not paid.
 */
export function calculateWithdrawalAmount(
  order: AmountFacts,
  productCodes: readonly string[],
): number | undefined {
  const { products, total, history = [], discounts = [], refunds = [] } = order
  if (wasCharged({ ...order, history }) === false) return 0
  const earlierCodes = (order.withdrawals ?? [])
    .filter(({ state }) => state !== 'rejected')
    .flatMap(withdrawal => withdrawal.productCodes)
  const price = sumPrices(products, productCodes)
  const isWhole = products.every(
    ({ code, status }) =>
      findState(status ?? '') === 'cancelled' || productCodes.includes(code) || earlierCodes.includes(code),
  )
  if (discounts.length > 0 && (!isWhole || earlierCodes.length > 0)) return undefined
  if (!isWhole) return price
  if (!total) return undefined
  const promised = sumPrices(products, earlierCodes)
  if (promised === undefined) return undefined
  const refunded = refunds
    .filter(({ reason }) => reason !== 'withdrawal')
    .reduce((sum, { amount }) => sum + amount, 0)
  return Math.max(0, total.amount - promised - refunded)
}

type AmountFacts = Pick<Order, 'payment' | 'isInvoicePaid' | 'total' | 'discounts'> & {
  history?: Order['history']
  products: readonly (Pick<OrderedProduct, 'code' | 'price'> & { status?: string })[]
  refunds?: readonly Pick<Refund, 'amount' | 'reason'>[]
  withdrawals?: readonly Pick<Withdrawal, 'state' | 'productCodes'>[]
}

function sumPrices(products: AmountFacts['products'], codes: readonly string[]): number | undefined {
  const chosen = products.filter(({ code }) => codes.includes(code))
  return chosen.every(({ price }) => price !== undefined)
    ? chosen.reduce((sum, { price = 0 }) => sum + price, 0)
    : undefined
}
