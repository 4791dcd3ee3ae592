import type { Order } from '#contract/orders.ts'

export interface CostLine {
  kind: 'products' | 'delivery' | 'discount' | 'total'
  /** Minor units. */
  amount: number
}

/**
 * Returns the lines of an order's costs, which add up to the total. The amount by which products and delivery exceed it
 * is the discount; when they are less, or a price is missing, the products are left out.
 */
export function computeCosts({ products, deliveryCost, total }: Costs): CostLine[] {
  if (!total) return []
  const lines: CostLine[] = []
  const prices = products.map(({ price }) => price)
  const sum = prices.reduce<number>((total, price) => total + (price ?? 0), 0)
  const discount = sum + (deliveryCost ?? 0) - total.amount
  if (products.length > 0 && !prices.includes(undefined) && discount >= 0) {
    lines.push({ kind: 'products', amount: sum })
    if (deliveryCost !== undefined) lines.push({ kind: 'delivery', amount: deliveryCost })
    if (discount > 0) lines.push({ kind: 'discount', amount: -discount })
  } else if (deliveryCost !== undefined) lines.push({ kind: 'delivery', amount: deliveryCost })
  return [...lines, { kind: 'total', amount: total.amount }]
}

interface Costs extends Pick<Order, 'deliveryCost' | 'total'> {
  products: readonly Pick<Order['products'][number], 'price'>[]
}
