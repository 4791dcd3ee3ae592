import { ORDERS_BATCH } from '#contract/orders.ts'

/** The query of the batch that begins with this order; the page's start makes the same call ahead. */
export const ordersFrom = (offset: number) => ({
  Offset: offset,
  Limit: ORDERS_BATCH,
  OrderState: 'notExpired' as const,
})
