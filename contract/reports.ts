import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Reports a failure of the page (OP-89): without personal data, rate limited. */
export const reportError = endpoint({
  method: 'POST',
  service: 'reports',
  path: '/errors',
  policy: 'public',
  summary: "The page's error reporter",
  body: z.object({
    name: z.string().max(100),
    message: z.string().max(500),
    stack: z.string().max(4000).optional(),
    route: z.string().max(200),
    correlationId: z.string().max(64).optional(),
  }),
  errors: ['bad-request', 'too-many-requests'],
})
