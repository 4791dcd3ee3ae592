import type { Order } from '#contract/orders.ts'
import type { Refund } from '#contract/refunds.ts'

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

/**
 * Returns the VAT of an order by rate and its refunds, in the sequence of their days, without what cannot be a part of the total
 * (NX-143). `problems`: what was left out, without amounts; for the report.
 */
export function checkCosts({ total, vat = [], refunds = [], ...costs }: CheckedCosts): {
  vat: VatLine[]
  refunds: Refund[]
  problems: string[]
} {
  if (!total) return { vat: [], refunds: [], problems: [] }
  const lines = [...Map.groupBy(vat, ({ rate }) => rate)].map(([rate, parts]) => ({
    rate,
    amount: sumAmounts(parts),
  }))
  const visibleVat = lines.filter(({ rate, amount }) => amount <= computeMaxVat(total.amount, rate))
  const vatSum = sumAmounts(visibleVat)
  const refundSum = sumAmounts(refunds)
  const isVatValid = vatSum <= total.amount
  const areRefundsValid = refundSum <= total.amount
  const prices = costs.products.map(({ price }) => price)
  const canCompare = prices.length > 0 && !prices.includes(undefined)
  const addUp = !canCompare || computeCosts({ total, ...costs }).some(({ kind }) => kind === 'products')
  return {
    vat: isVatValid ? visibleVat : [],
    refunds: areRefundsValid ? refunds.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)) : [],
    problems: [
      ...(addUp ? [] : ['products']),
      ...(isVatValid && visibleVat.length === lines.length ? [] : ['vat']),
      ...(areRefundsValid ? [] : ['refunds']),
    ],
  }
}

interface Costs extends Pick<Order, 'deliveryCost' | 'discounts' | 'total'> {
  products: readonly Pick<Order['products'][number], 'price'>[]
}

type CheckedCosts = Costs & Pick<Order, 'vat' | 'refunds'>
type VatLine = NonNullable<Order['vat']>[number]

const RATE_UNITS = 10_000

/** The VAT of the whole total at a rate in hundredths of a percent, with a unit for each rounded part of it. */
const computeMaxVat = (total: number, rate: number): number =>
  Math.ceil((total * rate) / (RATE_UNITS + rate)) + MAX_ROUNDING

/** Minor units by which the sum of rounded amounts may differ. */
const MAX_ROUNDING = 5

const sumAmounts = (items: readonly { amount: number }[]): number =>
  items.reduce((sum, { amount }) => sum + amount, 0)
