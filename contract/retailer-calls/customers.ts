import { z } from 'zod'
import { businessDetails } from '../business-details.ts'
import { accountIdInput, idInput } from '../id.ts'
import { version } from '../retailer-states.ts'
import { retailerCall } from './retailer-call.ts'

/**
 * Notifies that the customer's account is being erased: delete everything that no law requires to keep. Repeated until
 * it is answered; 404 counts as done.
 */
export const deleteCustomer = retailerCall('DELETE', '/customers/:accountId', {
  params: z.object({ accountId: accountIdInput }),
})

/**
 * Sends the complete details of a business customer with their version. Repeated with the same `requestId` and
 * content until it is answered; a lower version than the stored one changes nothing.
 */
export const putBusinessCustomer = retailerCall('PUT', '/customers/:accountId/business', {
  params: z.object({ accountId: accountIdInput }),
  body: businessDetails.extend({ requestId: idInput, version }),
})
