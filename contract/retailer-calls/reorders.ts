import { z } from 'zod'
import { idInput } from '../id.ts'
import { currencyCode } from '../input/currency-code.ts'
import { webAddress } from '../input/web-address.ts'
import { minorUnits } from '../money.ts'
import { orderCode } from '../retailer-orders.ts'
import { retailerCall } from './retailer-call.ts'

/** The retailer's reasons for refusing a reorder. */
export const REORDER_REFUSALS = ['cancelled', 'expired', 'gone'] as const

/** Differences from the old order: the article is discontinued, its price differs, or photos were deleted. */
const change = z.enum(['article', 'price', 'photos'])

/** An ordered product as it would be ordered again. `was` and `now` are prices for all copies. */
const item = z.object({
  code: orderCode,
  state: z.enum(['same', 'changed', 'gone']),
  was: minorUnits.optional(),
  /** Absent if the product is not available. */
  now: minorUnits.optional(),
  changes: z.array(change).max(3).default([]),
})

/** Preview of ordering the products of an order again; 404 for an order that the retailer does not have. */
export const getReorder = retailerCall('GET', '/reorders/:orderCode', {
  params: z.object({ orderCode }),
  answer: z.object({
    reorderable: z.boolean(),
    reason: z.enum(REORDER_REFUSALS).optional(),
    currency: currencyCode,
    items: z.array(item).max(1000),
  }),
})

/**
 * Makes a basket with the products of an order. Repeated with the same `requestId` it answers the same basket. 404 for
 * an order that the retailer does not have, 409 with one of REORDER_REFUSALS.
 */
export const createReorder = retailerCall('POST', '/reorders', {
  body: z.object({
    requestId: idInput,
    orderCode,
    /** The page of the order, to return to. */
    returnUrl: webAddress,
  }),
  // Checked by Keepsake: http(s), without credentials, of a shop of the brand.
  answer: z.object({ shopUrl: z.string().max(2048) }),
})
