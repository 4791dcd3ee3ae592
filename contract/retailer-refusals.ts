import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { count, instant } from './scalars.ts'

/** Most refusals of an answer. */
export const REFUSALS_MAX = 500

/** A call that was refused, or a state that was stored with problems, and why. */
const refusal = z.object({
  /** Name of the service that called. */
  service: z.string(),
  method: z.string(),
  /** With ids and codes of the retailer; account ids and e-mail addresses are left out. */
  path: z.string(),
  /** 200 for a state with problems. */
  status: z.int(),
  code: z.string(),
  message: z.string(),
  /** The issue of each field. */
  fields: z.record(z.string(), z.string()),
  /** How often it was tried. */
  count,
  firstAt: instant,
  lastAt: instant,
})
export type RetailerRefusal = z.infer<typeof refusal>

export const getRefusals = endpoint('GET', 'reports', '/retailer/refusals', {
  policy: 'service',
  serviceScope: 'retailer:read',
  summary:
    'What was refused of the retailer’s calls in the last 30 days and not accepted since, the newest first',
  query: z.strictObject({ since: instant.optional() }),
  answer: z.object({ items: z.array(refusal) }),
})
