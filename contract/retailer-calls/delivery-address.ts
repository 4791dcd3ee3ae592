import { z } from 'zod'
import { homeAddressInput } from '../delivery-address.ts'
import { idInput } from '../id.ts'
import { orderCode } from '../retailer-orders.ts'
import { retailerCall } from './retailer-call.ts'

/**
 * Another delivery address for an order. 202: accepted; a later version of the order says whether it was applied or
 * refused. 409: refused, with one of ADDRESS_REFUSALS. Repeated with the same `changeId` it is the same change.
 */
export const changeDeliveryAddress = retailerCall('PUT', '/orders/:code/deliveryAddress', {
  params: z.object({ code: orderCode }),
  body: z.object({ changeId: idInput, address: homeAddressInput }),
  answer: z.object({ changeId: z.string() }),
  status: 202,
})
