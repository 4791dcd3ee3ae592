import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { currency, minorUnits } from './money.ts'
import { orderCode } from './retailer-orders.ts'

/**
 * The reason why an order cannot be ordered again. expired: the retailer has deleted its product data. gone: none of
 * its products is available. blocked: the business customer is blocked. not-available: no retailer is configured.
 */
export const REORDER_REASONS = ['cancelled', 'expired', 'gone', 'blocked', 'not-available'] as const
export type ReorderReason = (typeof REORDER_REASONS)[number]

/** A product of the order as it would be ordered again; prices are for all copies, in the currency of the answer. */
const item = z.object({
  code: z.string(),
  state: z.enum(['same', 'changed', 'gone']),
  was: minorUnits.optional(),
  now: minorUnits.optional(),
  changes: z.array(z.enum(['article', 'price', 'photos'])),
})
export type ReorderItem = z.infer<typeof item>

const reorderStatus = z.object({
  orderCode: z.string(),
  reorderable: z.boolean(),
  reason: z.enum(REORDER_REASONS).optional(),
  /** Currency of the prices; absent if the retailer was not called. */
  currency: currency.optional(),
  items: z.array(item),
})
export type ReorderStatus = z.infer<typeof reorderStatus>

export const getReorderStatus = endpoint('GET', 'orders', '/reorder/status/:orderCode', {
  policy: 'customer',
  summary: 'Whether an order of the caller can be ordered again, and what would differ (AA-081, OP-70)',
  params: z.object({ orderCode }),
  answer: reorderStatus,
  errors: ['not-found'],
})

export const createReorder = endpoint('POST', 'orders', '/reorder-direct', {
  policy: 'customer',
  summary:
    'Makes a basket of the products of an order of the caller (AA-081); 409 with a ReorderReason when that is not possible. Repeated within five minutes it answers the same basket',
  query: z.strictObject({ OrderCode: orderCode }),
  answer: z.object({ ShopUrl: z.string() }),
  errors: ['not-found', 'conflict'],
})
