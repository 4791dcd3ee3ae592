import { z } from 'zod'
import { CALLBACK_EVENT_TYPES, CALLBACK_VERSIONS } from './callback-payload.ts'
import { endpoint } from './endpoint.ts'
import { CALLBACK_FORMATS, callbackAddress } from './input/callback-settings.ts'
import { text } from './input/text.ts'
import { cursor, pageLimit } from './paging.ts'
import { count, deadline, instant, wholeNumber } from './scalars.ts'

/** Days for which events and their attempts can be read. */
export const CALLBACK_LOG_DAYS = 30

/** Highest number of an event. */
const EVENT_NUMBER_MAX = 2_147_483_647

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

/** Most secrets that sign callbacks at the same time. */
export const SIGNING_SECRETS_MAX = 3
/** Hours for which the previous secret signs as well: the most, and without a choice. */
export const OVERLAP_HOURS_MAX = 168
export const OVERLAP_HOURS = 24

const signingSecret = z.object({
  id: z.string(),
  /** The last characters. */
  hint: z.string(),
  createdAt: instant,
  /** Until when it signs; null for the newest. */
  expiresAt: deadline.nullable(),
  /** Whether it was shown to the customer, which happens once. */
  shown: z.boolean(),
})
export type SigningSecret = z.infer<typeof signingSecret>

const callbackEndpoint = z.object({
  /** 'default' is the endpoint of the customer's record, whose `ftp` has its address and format. */
  id: z.string(),
  /** Null while the default endpoint has no name. */
  name: z.string().nullable(),
  url: z.string(),
  format: z.enum(CALLBACK_FORMATS),
  state: z.enum(['on', 'off']),
  /** failing: it failed for five days. gone: it answered 410. security: access to the account was revoked. null: its owner. */
  offReason: z.enum(['failing', 'gone', 'security']).nullable(),
  offAt: instant.nullable(),
  /** Browser and system of who ended it to protect the account, where they are known. */
  offBy: z.string().nullable(),
  /** When the first callback is sent, where a device that signed in less than 7 days ago saved the address; else null. */
  startsAt: instant.nullable(),
  /** The reason why the address can never be called; null if it may be callable. */
  problem: problem.nullable(),
  /** Version of the payloads (docs/callbacks.md). */
  version: z.string(),
  /** The types of events that it gets; null: all, also those of later releases. */
  events: z.array(z.string()).nullable(),
  /** Whether an attempt of the last 24 hours failed. */
  hasRecentFailures: z.boolean(),
  /** Events that it has yet to get, and those that it did not get. */
  waiting: count,
  missed: count,
  /** The secrets that sign, the newest first. */
  secrets: z.array(signingSecret),
})
export type CallbackEndpoint = z.infer<typeof callbackEndpoint>

const callbacks = z.object({
  /** The default endpoint; null while no address was entered. */
  endpoint: callbackEndpoint.nullable(),
  /** All endpoints, the default one first. */
  endpoints: z.array(callbackEndpoint),
})
export type Callbacks = z.infer<typeof callbacks>

export const getCallbacks = endpoint('GET', 'callbacks', '/v1/endpoints', {
  policy: 'business',
  isNeverStored: true,
  summary: 'The endpoints of the caller with what waits for them (AA-108, OP-84, NX-438)',
  answer: callbacks,
  errors: ['not-found'],
})

/** The number of endpoints that a business may have, the default one included. */
export const ENDPOINTS_MAX = 5
/** `reason` of a 409: the business has ENDPOINTS_MAX endpoints. */
export const TOO_MANY_ENDPOINTS = 'too-many-endpoints'

const settings = {
  name: text({ min: 1, max: 60 }),
  url: callbackAddress,
  format: z.enum(CALLBACK_FORMATS),
  version: z.enum(CALLBACK_VERSIONS),
  /** Other types are not sent; null: all, also those of later releases (NX-354). */
  events: z.array(z.enum(CALLBACK_EVENT_TYPES)).max(CALLBACK_EVENT_TYPES.length).nullable(),
}

export const postEndpoint = endpoint('POST', 'callbacks', '/v1/endpoints', {
  policy: 'business',
  stepUp: 'always',
  summary:
    'Adds an endpoint (NX-438). An address that can never be called: 400 with a reason (CALLBACK_PROBLEMS). Blocked: 409; a sixth one: 409 with the reason too-many-endpoints',
  body: z.strictObject({
    ...settings,
    format: settings.format.default('JSON'),
    version: settings.version.default('2026-12'),
    events: settings.events.default(null),
  }),
  answer: callbackEndpoint,
  status: 201,
  errors: ['not-found', 'conflict'],
})

const id = text({ min: 1, max: 100 })

export const patchEndpoint = endpoint('PATCH', 'callbacks', '/v1/endpoints/:id', {
  policy: 'business',
  stepUp: 'by-body',
  summary:
    'Changes an endpoint; later events have its version and types (NX-353, NX-354). An address asks for a recent sign-in; that of `default` is changed in the record, too. `state`: turns it off. Blocked: 409',
  params: z.object({ id }),
  body: z.strictObject({ ...settings, state: z.literal('off') }).partial(),
  answer: callbackEndpoint,
  errors: ['not-found', 'conflict'],
})

export const deleteEndpoint = endpoint('DELETE', 'callbacks', '/v1/endpoints/:id', {
  policy: 'business',
  summary: 'Removes an endpoint with what it got; `default` loses the address of the record. Blocked: 409',
  params: z.object({ id }),
  errors: ['not-found', 'conflict'],
})

/** `reason` of a 409: the endpoint was ended to protect the account, and is turned on by a call of its own. */
export const TURNED_OFF = 'turned-off'

export const enableEndpoint = endpoint('POST', 'callbacks', '/v1/endpoints/:id/enable', {
  policy: 'business',
  stepUp: 'always',
  summary:
    'Turns an endpoint on that was turned off, also to protect the account (NX-432); it is mailed. Blocked: 409',
  params: z.object({ id }),
  answer: callbackEndpoint,
  errors: ['not-found', 'conflict'],
})

/** The endpoint that a call is about, by default the default one. */
const ofEndpoint = z.strictObject({ endpoint: z.optional(id) })

/** `reason` of a 409: SIGNING_SECRETS_MAX secrets sign; the message names the ends of the earlier ones. */
export const TOO_MANY_SECRETS = 'too-many-secrets'

export const createSecret = endpoint('POST', 'callbacks', '/v1/secret', {
  policy: 'business',
  stepUp: 'always',
  query: ofEndpoint,
  summary:
    'Makes a new signing secret of an endpoint and answers it, which happens this once; the one before signs as well for `overlapHours`, earlier ones until their own ends (NX-352). Blocked: 409; a fourth secret: 409 with the reason too-many-secrets',
  body: z.strictObject({
    overlapHours: z.int().min(0).max(OVERLAP_HOURS_MAX).default(OVERLAP_HOURS),
  }),
  answer: z.object({ secret: z.string(), previousValidUntil: deadline.nullable() }),
  status: 201,
  errors: ['not-found', 'conflict'],
})

export const endSecret = endpoint('DELETE', 'callbacks', '/v1/secrets/:id', {
  policy: 'business',
  summary: 'Ends a secret at once. Not the newest, which is replaced: 409; ended already: 404',
  params: z.object({ id }),
  errors: ['not-found', 'conflict'],
})

const attempt = z.object({
  at: instant,
  /** The status of the answer; null without one. */
  status: z.int().nullable(),
  problem: problem.nullable(),
  durationMs: count,
})

const delivery = z.object({
  /** 'default': the endpoint whose address is in the customer's record. */
  endpointId: z.string(),
  /** failed: given up. off: the endpoint was turned off when it happened. */
  state: z.enum(['waiting', 'delivered', 'failed', 'off']),
  attempts: count,
  lastAttempt: attempt.nullable(),
  nextAttemptAt: instant.nullable(),
})
export type CallbackDelivery = z.infer<typeof delivery>

const eventNumber = z.int().min(0).max(EVENT_NUMBER_MAX)

const callbackEvent = z.object({
  /** The header webhook-id, the same at all endpoints and in all attempts. */
  id: z.string(),
  /** From 1 in each account, without gaps. */
  number: eventNumber,
  /** Open, so that clients accept later types. */
  type: z.string(),
  /** What it is about, such as the order's code or the invoice's number; null for a test. */
  about: z.string().nullable(),
  createdAt: instant,
  /** `data` of the callback of the latest version. */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]).nullable()),
  /** One for each endpoint that wanted it. */
  deliveries: z.array(delivery),
})
export type CallbackEvent = z.infer<typeof callbackEvent>

/** `reason` of a 400: events after the number are no longer kept; `oldest` is the first one that is. */
export const TOO_OLD = 'too-old'

export const getCallbackEvents = endpoint('GET', 'callbacks', '/v1/events', {
  policy: 'business',
  scope: 'events:read',
  isNeverStored: true,
  summary:
    'The events of the caller of the last 30 days, whether or not an endpoint got them (NX-435, NX-437): with `after` or `since` oldest first, otherwise newest first. `state=failed`: those that an endpoint did not get. `after` older than what is kept: 400 with the reason too-old and the `oldest` number',
  query: z.strictObject({
    /** Events with a higher number. */
    after: wholeNumber({ min: 0, max: EVENT_NUMBER_MAX }).optional(),
    /** Events from this instant on. */
    since: instant.optional(),
    /** Types of events, separated by commas. */
    types: z
      .string()
      .max(500)
      .transform(types => types.split(','))
      .optional(),
    about: z.optional(text({ min: 1, max: 400 })),
    state: z.literal('failed').optional(),
    cursor,
    limit: pageLimit(20),
  }),
  answer: z.object({
    events: z.array(callbackEvent),
    /** The highest number of the account. */
    latest: eventNumber,
    /** The first number that is kept; the next one where none is. */
    oldest: eventNumber,
    /** Number of the events that match `types` and `about`, and how many of them an endpoint did not get. */
    total: count,
    failed: count,
    /** The cursor of the next page; null at the end. */
    cursor: z.string().nullable(),
  }),
})

const callbackEventDetails = z.object({
  ...callbackEvent.shape,
  deliveries: z.array(
    z.object({
      ...delivery.shape,
      /** The request of the last attempt, or of the first one before it is made. */
      request: z.object({
        address: z.string(),
        /** The header webhook-timestamp, seconds since 1970; null before something was sent. */
        timestamp: z.int().nullable(),
        /** The header webhook-signature. */
        signature: z.string().nullable(),
        /** The header keepsake-version. */
        version: z.string(),
        contentType: z.string(),
        body: z.string(),
      }),
      /** The latest ones, newest first; `answer` is the beginning of the body. */
      tries: z.array(z.object({ ...attempt.shape, answer: z.string() })),
    }),
  ),
})
export type CallbackEventDetails = z.infer<typeof callbackEventDetails>

export const getCallbackEvent = endpoint('GET', 'callbacks', '/v1/events/:id', {
  policy: 'business',
  scope: 'events:read',
  summary: 'An event of the caller with what was sent to each endpoint, and its attempts',
  params: z.object({ id }),
  answer: callbackEventDetails,
  errors: ['not-found'],
})

export const replayCallbackEvent = endpoint('POST', 'callbacks', '/v1/events/:id/replay', {
  policy: 'business',
  scope: 'callbacks:write',
  summary:
    'Sends an event to the endpoint again, with the same webhook-id and body. Turned off or blocked: 409',
  params: z.object({ id }),
  query: ofEndpoint,
  answer: callbackEventDetails,
  status: 202,
  continues: 'callback',
  errors: ['not-found', 'conflict'],
})

export const recoverEndpoint = endpoint('POST', 'callbacks', '/v1/endpoints/:id/recoveries', {
  policy: 'business',
  scope: 'callbacks:write',
  summary:
    'Sends the newest event of each type and subject since an instant or after a number that the endpoint did not get, once, oldest first (NX-439). `dryRun`: counts only. What is older than is kept: 400 with the reason too-old; turned off or blocked: 409',
  params: z.object({ id }),
  body: z
    .strictObject({
      since: instant.optional(),
      after: eventNumber.optional(),
      dryRun: z.boolean().default(false),
    })
    .refine(({ since, after }) => (since === undefined) !== (after === undefined), { path: ['since'] }),
  answer: z.object({
    /** Events that it did not get, of the subjects whose newest one it did not get either. */
    events: count,
    /** Callbacks that are sent: one for each type and subject. */
    deliveries: count,
  }),
  status: 202,
  continues: 'callback',
  errors: ['not-found', 'conflict'],
})

export const sendTest = endpoint('POST', 'callbacks', '/v1/tests', {
  policy: 'business',
  scope: 'callbacks:write',
  query: ofEndpoint,
  summary: 'Sends a test, once; its answer is in the log. Turned off or blocked: 409',
  answer: callbackEventDetails,
  status: 202,
  continues: 'callback',
  errors: ['not-found', 'conflict'],
})
