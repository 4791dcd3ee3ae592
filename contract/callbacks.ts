import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { text } from './input/text.ts'
import { cursor } from './paging.ts'
import { count, instant, wholeNumber } from './scalars.ts'

/** Days for which events and their attempts can be read. */
export const CALLBACK_LOG_DAYS = 30

/**
 * The reason why an attempt had no response, or was not made. insecure: https is required. refused-address, refused-port:
 * see docs/operations.md. turned-off: callbacks were turned off before the event was delivered.
 */
export const CALLBACK_PROBLEMS = [
  'timeout',
  'unreachable',
  'refused-address',
  'refused-port',
  'insecure',
  'invalid-address',
  'turned-off',
] as const
export type CallbackProblem = (typeof CALLBACK_PROBLEMS)[number]

const problem = z.enum(CALLBACK_PROBLEMS)

const secret = z.object({
  /** The last characters. */
  hint: z.string(),
  createdAt: instant,
  /** Whether the secret was shown to the customer, which happens once. */
  shown: z.boolean(),
  /** Until when the previous secret signs as well; those before it end earlier. */
  previousValidUntil: instant.nullable(),
})

const callbacks = z.object({
  /** Null: no address was entered yet. */
  endpoint: z
    .object({
      state: z.enum(['on', 'off']),
      /** failing: it failed for five days. gone: it answered 410. */
      offReason: z.enum(['failing', 'gone']).nullable(),
      offAt: instant.nullable(),
      /** The reason why the address can never be called; null if it may be callable. */
      problem: problem.nullable(),
      secret,
    })
    .nullable(),
})
export type Callbacks = z.infer<typeof callbacks>

export const getCallbacks = endpoint({
  method: 'GET',
  service: 'callbacks',
  path: '/v1/me',
  policy: 'business',
  summary: 'The state of the caller’s callbacks (AA-108, OP-84)',
  answer: callbacks,
  errors: ['unauthorized', 'forbidden', 'not-found'],
})

/** `reason` of a 409: several secrets were replaced within a day, and all of them still sign. */
export const TOO_MANY_SECRETS = 'too-many-secrets'

export const createSecret = endpoint({
  method: 'POST',
  service: 'callbacks',
  path: '/v1/secret',
  policy: 'business',
  summary:
    'Replaces the signing secret and answers it, which happens this once; every one before signs as well for a day after its replacement. Blocked: 409; replaced too often within a day: 409 with the reason too-many-secrets',
  answer: z.object({ secret: z.string(), previousValidUntil: instant.nullable() }),
  status: 201,
  errors: ['unauthorized', 'forbidden', 'not-found', 'conflict'],
  stepUp: 'always',
})

const attempt = z.object({
  at: instant,
  /** The status of the answer; null without one. */
  status: z.int().nullable(),
  problem: problem.nullable(),
  durationMs: count,
})

const callbackEvent = z.object({
  /** The header webhook-id, the same in all attempts. */
  id: z.string(),
  /** Open, so that clients accept later types. */
  type: z.string(),
  /** The order's code or the invoice's number; null for a test. */
  about: z.string().nullable(),
  createdAt: instant,
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: count,
  lastAttempt: attempt.nullable(),
  nextAttemptAt: instant.nullable(),
})
export type CallbackEvent = z.infer<typeof callbackEvent>

export const getCallbackEvents = endpoint({
  method: 'GET',
  service: 'callbacks',
  path: '/v1/events',
  policy: 'business',
  summary:
    'The caller’s callbacks of the last 30 days, newest first; `state=failed`: those that were given up',
  query: z.strictObject({
    cursor,
    limit: wholeNumber({ min: 1, max: 100 }).default(20),
    state: z.literal('failed').optional(),
  }),
  answer: z.object({
    events: z.array(callbackEvent),
    total: count,
    failed: count,
    /** The cursor of the next page; null at the end. */
    next: z.string().nullable(),
  }),
  errors: ['bad-request', 'unauthorized', 'forbidden'],
})

const eventId = text({ min: 1, max: 100 })

const callbackEventDetails = z.object({
  ...callbackEvent.shape,
  /** The request of the last attempt, or of the first one before it is made. */
  request: z.object({
    address: z.string(),
    /** The header webhook-timestamp, seconds since 1970; null before something was sent. */
    timestamp: z.int().nullable(),
    /** The header webhook-signature. */
    signature: z.string().nullable(),
    contentType: z.string(),
    body: z.string(),
  }),
  /** The latest ones, newest first; `answer` is the beginning of the body. */
  tries: z.array(z.object({ ...attempt.shape, answer: z.string() })),
})
export type CallbackEventDetails = z.infer<typeof callbackEventDetails>

export const getCallbackEvent = endpoint({
  method: 'GET',
  service: 'callbacks',
  path: '/v1/events/:id',
  policy: 'business',
  summary: 'A callback of the caller with its body and its attempts',
  params: z.object({ id: eventId }),
  answer: callbackEventDetails,
  errors: ['bad-request', 'unauthorized', 'forbidden', 'not-found'],
})

export const replayCallbackEvent = endpoint({
  method: 'POST',
  service: 'callbacks',
  path: '/v1/events/:id/replay',
  policy: 'business',
  summary: 'Sends a callback again, with the same webhook-id and body. Turned off or blocked: 409',
  params: z.object({ id: eventId }),
  answer: callbackEvent,
  status: 202,
  errors: ['bad-request', 'unauthorized', 'forbidden', 'not-found', 'conflict', 'too-many-requests'],
})

export const sendTest = endpoint({
  method: 'POST',
  service: 'callbacks',
  path: '/v1/tests',
  policy: 'business',
  summary: 'Sends a test, once; its answer is in the log. Turned off or blocked: 409',
  answer: callbackEvent,
  status: 202,
  errors: ['unauthorized', 'forbidden', 'not-found', 'conflict', 'too-many-requests'],
})
