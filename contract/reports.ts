import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { text } from './input/text.ts'

/** Reports a failure of the page: without personal data, rate limited. */
export const reportError = endpoint('POST', 'reports', '/errors', {
  policy: 'public',
  summary: "The page's error reporter",
  body: z.object({
    name: text({ max: 100 }),
    message: text({ max: 500 }),
    stack: z.optional(text({ max: 4000 })),
    route: text({ max: 200 }),
    correlationId: z.optional(text({ max: 64 })),
  }),
})
