import { z } from 'zod'
import { retailerCall } from '#contract/retailer-calls/retailer-call.ts'

/**
 * Gives a stand-in for the system of a business customer the secret by which it verifies callbacks. Only the demo makes this
 * call, and only the stand-in shop answers it; no part of the interface for the retailer. 404 for names and secrets that
 * cannot be, and where the shop is not started for a demo.
 */
export const putDemoReceiver = retailerCall({
  method: 'PUT',
  path: '/demo-receivers/:name',
  params: z.object({ name: z.string().min(1).max(40) }),
  body: z.object({ secret: z.string().min(1).max(200) }),
})
