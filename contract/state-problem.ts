import { z } from 'zod'

const value = z.union([z.string(), z.number()])

/** What is wrong with a state that the retailer sends. */
export const stateProblem = z.object({
  /** The path of the field in the body, such as `totals.vat`. */
  path: z.string(),
  code: z.string(),
  expected: value.optional(),
  found: value.optional(),
  severity: z.enum(['error', 'warning']),
})
export type StateProblem = z.infer<typeof stateProblem>
