import type { Order } from '#contract/orders.ts'

export interface CostLine {
  kind: 'products' | 'delivery' | 'discount' | 'total'
  /** Name of a discount. */
  name?: string
  /** Minor units. */
  amount: number
}

/**
 * Returns the lines of an order's costs, which add up to the total. When they do not, as without the price of a product or
 * with a discount that the order does not name, products and discounts are left out: a difference is not a discount.
 */
export function computeCosts({ products, deliveryCost, discounts = [], total }: Costs): CostLine[] {
  if (!total) return []
  const prices = products.map(({ price }) => price)
  const productSum = prices.reduce<number>((sum, price) => sum + (price ?? 0), 0)
  const discountSum = discounts.reduce((sum, { amount }) => sum + amount, 0)
  const isComplete =
    products.length > 0 &&
    !prices.includes(undefined) &&
    productSum + (deliveryCost ?? 0) - discountSum === total.amount
  const deliveryLines: CostLine[] =
    deliveryCost === undefined ? [] : [{ kind: 'delivery', amount: deliveryCost }]
  const totalLine: CostLine = { kind: 'total', amount: total.amount }
  if (!isComplete) return [...deliveryLines, totalLine]
  return [
    { kind: 'products', amount: productSum },
    ...deliveryLines,
    ...discounts.map(({ name, amount }) => ({ kind: 'discount' as const, name, amount: -amount })),
    totalLine,
  ]
}

interface Costs extends Pick<Order, 'deliveryCost' | 'discounts' | 'total'> {
  products: readonly Pick<Order['products'][number], 'price'>[]
}
