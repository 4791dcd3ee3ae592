import { z } from 'zod'
import { CANCELLATION_REASONS } from '../cancellation.ts'
import { idInput } from '../id.ts'
import { orderCode } from '../retailer-orders.ts'
import { instant } from '../scalars.ts'
import { retailerCall } from './retailer-call.ts'

/**
 * Cancellation of a whole order. 202: received; a later version of the order says whether it was accepted or refused.
 * 409: refused, with one of CANCELLATION_REFUSALS. Repeated with the same `cancellationId` it is the same cancellation.
 */
export const cancelRetailerOrder = retailerCall('PUT', '/orders/:code/cancellation', {
  params: z.object({ code: orderCode }),
  body: z.object({
    cancellationId: idInput,
    requestedAt: instant,
    reason: z.enum(CANCELLATION_REASONS).optional(),
  }),
  answer: z.object({ cancellationId: z.string() }),
  status: 202,
})
