import { z } from 'zod'
import { putBusinessCustomer } from '#contract/retailer-calls/customers.ts'
import { DECIDED_STATUSES } from '#contract/retailer-customers.ts'

/** The details of a business customer from Keepsake, and the status that the back office decided. */
export const businessCustomer = z.object({
  details: putBusinessCustomer.body,
  /** Absent until there is a decision. */
  decision: z.object({ version: z.int(), status: z.enum(DECIDED_STATUSES) }).optional(),
})
export type BusinessCustomer = z.infer<typeof businessCustomer>
