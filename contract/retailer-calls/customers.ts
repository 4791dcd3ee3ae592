import { z } from 'zod'
import { accountIdInput } from '../id.ts'
import { retailerCall } from './retailer-call.ts'

/**
 * Tells that the customer's account is being erased: delete what no law requires to keep. Repeated until it is answered;
 * 404 counts as done.
 */
export const deleteCustomer = retailerCall({
  method: 'DELETE',
  path: '/customers/:accountId',
  params: z.object({ accountId: accountIdInput }),
})
