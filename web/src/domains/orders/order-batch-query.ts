import { ORDERS_BATCH } from '#contract/orders.ts'

/** The query of the batch that begins at this offset; the page's start prefetches the first one. */
export const orderBatchQuery = (offset: number) => ({
  Offset: offset,
  Limit: ORDERS_BATCH,
  OrderState: 'notExpired' as const,
})
