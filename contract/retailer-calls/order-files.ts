import { z } from 'zod'
import { homeAddressInput } from '../delivery-address.ts'
import { accountIdInput, idInput } from '../id.ts'
import { orderCode } from '../retailer-orders.ts'
import { retailerCall } from './retailer-call.ts'

/** The retailer's reasons for refusing an order by file. */
export const ORDER_FILE_REFUSALS = ['cancelled', 'expired', 'gone'] as const

/**
 * Orders products again that a business has ordered before. Repeated with the same `requestId` it is the same order and
 * answers the same codes. 409 with one of ORDER_FILE_REFUSALS: nothing is ordered. 404: the order does not exist.
 */
export const placeOrderFile = retailerCall('PUT', '/orderFiles/:requestId', {
  params: z.object({ requestId: idInput }),
  body: z.object({
    accountId: accountIdInput,
    reference: z.string(),
    products: z
      .array(z.object({ orderCode, code: orderCode, copies: z.int().min(1).max(99) }))
      .min(1)
      .max(100),
    deliveryAddress: homeAddressInput.optional(),
  }),
  answer: z.object({ orderCodes: z.array(orderCode).min(1).max(100) }),
})
