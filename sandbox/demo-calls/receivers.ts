import { z } from 'zod'
import { retailerCall } from '#contract/retailer-calls/retailer-call.ts'

/**
 * Gives the simulated system of a business customer the secret with which it verifies callbacks. Only the demo makes
 * this call, and only the stand-in shop answers it; it is not a part of the retailer's interface. 404 for invalid names
 * and secrets, and where the shop was not started for a demo.
 */
export const putDemoReceiver = retailerCall('PUT', '/demo-receivers/:name', {
  params: z.object({ name: z.string().min(1).max(40) }),
  body: z.object({ secret: z.string().min(1).max(200) }),
})
