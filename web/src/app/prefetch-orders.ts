import { getOrders } from '#contract/orders.ts'
import { orderBatchQuery } from '#web/domains/orders/index.ts'
import { prefetch } from '#web/platform/http/call.ts'

/** Prefetches the first orders while the code of their screen is still loading. */
export function prefetchOrders(): Promise<void> {
  return prefetch(getOrders, { query: orderBatchQuery(0) })
}
