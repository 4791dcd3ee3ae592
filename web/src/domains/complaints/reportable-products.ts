import { type ComplaintBlocker, findComplaintBlock } from '#contract/complaint-rules.ts'
import type { Order, OrderedProduct } from '#contract/orders.ts'

export interface ReportableProduct {
  product: OrderedProduct
  /** Why no problem can be reported now: by the rule of the service, or because a report is open. */
  block: ComplaintBlocker | 'open' | undefined
}

/** Lists the products of an order with what prevents a report about them. */
export const listReportable = (order: Order, timeZone: string | undefined): ReportableProduct[] =>
  order.products.map(product => {
    const isOpen = order.complaints?.some(
      ({ state, productCodes }) => state !== 'closed' && productCodes.includes(product.code),
    )
    const now = Date.now()
    const block = findComplaintBlock(order, product.code, { now, timeZone: timeZone ?? 'UTC' })
    return { product, block: isOpen ? 'open' : block }
  })

/** Lists the codes of the products that should have arrived and are not marked as delivered. */
export const listNotArrived = (
  order: Order,
  products: readonly ReportableProduct[],
  timeZone: string | undefined,
): string[] =>
  products
    .map(({ product }) => product.code)
    .filter(code => {
      const moment = { reason: 'not-arrived', now: Date.now(), timeZone: timeZone ?? 'UTC' } as const
      const isDelivered = order.parcels.some(
        ({ productCodes, deliveredAt }) => deliveredAt !== undefined && productCodes.includes(code),
      )
      return !isDelivered && findComplaintBlock(order, code, moment) === undefined
    })
