import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { text } from './input/text.ts'
import { ORDER_SEARCH_MAX, ORDER_SEARCH_STATES } from './order-search.ts'
import { articleNames, order } from './orders.ts'
import { cursor, nextCursor } from './paging.ts'
import { count, wholeNumber } from './scalars.ts'

/**
 * Searches the caller's orders. All words of `q` must occur in an order's codes and products, in any case, without
 * accents and punctuation; or the order has a product of one of `articleNames`, whose names in the channel the caller knows.
 */
export const searchOrders = endpoint('GET', 'orders', '/v2/superorders/me/search', {
  policy: 'customer',
  scope: 'orders:read',
  summary:
    'The caller’s orders by code and product, state and year, newest first (NX-147); `years` are those of all orders that match apart from the year',
  query: z.strictObject({
    q: z.optional(text({ max: ORDER_SEARCH_MAX })),
    state: z.enum(ORDER_SEARCH_STATES).optional(),
    year: wholeNumber({ min: 2000, max: 2100 }).optional(),
    articleNames,
    cursor,
    limit: wholeNumber({ min: 1, max: 50 }).default(10),
  }),
  answer: z.object({
    superOrders: z.array(order),
    total: count,
    years: z.array(z.object({ year: z.int(), count })),
    cursor: nextCursor,
  }),
})
