import { type ComplaintBlocker, findComplaintBlock } from '#contract/complaint-rules.ts'
import type { Order, OrderedProduct } from '#contract/orders.ts'

export interface ReportableProduct {
  product: OrderedProduct
  /** Why no problem can be reported now: by the rule of the service, or because a report is open. */
  block: ComplaintBlocker | 'open' | undefined
}

/** Lists the products of an order with what prevents a report about them (NX-134). */
export const listReportable = (order: Order, timeZone: string | undefined): ReportableProduct[] =>
  order.products.map(product => {
    const isOpen = order.complaints?.some(
      ({ state, productCodes }) => state !== 'closed' && productCodes.includes(product.code),
    )
    const now = Date.now()
    const block = findComplaintBlock(order, product.code, { now, timeZone: timeZone ?? 'UTC' })
    return { product, block: isOpen ? 'open' : block }
  })
