import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idInput } from './id.ts'
import { apiKeyInput, apiKeyName, apiKeyNetworks, OVERLAP_HOURS_MAX } from './input/api-key.ts'
import { cursor, nextCursor } from './paging.ts'
import { count, deadline, instant, queryBoolean, wholeNumber } from './scalars.ts'

/** Most keys of a business that work at the same time, replaced ones included. */
export const API_KEYS_MAX = 20
/** Days for which calls of keys, and keys that have ended, are listed. */
export const API_KEY_LOG_DAYS = 30

/** Reasons of a 409: the business is blocked; too many keys work; the key has ended, or was replaced before. */
const API_KEY_CONFLICTS = ['blocked', 'too-many-keys', 'ended', 'replaced'] as const
export type ApiKeyConflict = (typeof API_KEY_CONFLICTS)[number]

/** Header of answers to a key: when it ends. */
export const KEY_EXPIRES_HEADER = 'keepsake-key-expires'

const apiKey = z.object({
  id,
  name: z.string(),
  /** The last characters. */
  hint: z.string(),
  /** Open, so that clients accept later ones. */
  scopes: z.array(z.string()),
  createdAt: instant,
  expiresAt: deadline,
  /** By the minute. */
  lastUsedAt: instant.nullable(),
  /** Shortened address, '203.0.113.x'. */
  lastUsedFrom: z.string().nullable(),
  /** Networks from which it works; empty: all. */
  networks: z.array(z.string()),
  /** The key that replaced it; both work until this one ends. */
  replacedBy: id.nullable(),
  /** expired: its time is over. ended: its owner, or a rule of security, ended it. */
  state: z.enum(['active', 'expired', 'ended']),
})
export type ApiKey = z.infer<typeof apiKey>

export const getApiKeys = endpoint('GET', 'apiKeys', '/v1/keys', {
  policy: 'business',
  isNeverStored: true,
  summary: 'The caller’s API keys, newest first; those that have ended for 30 days (NX-344)',
  answer: z.object({ keys: z.array(apiKey) }),
})

export const createApiKey = endpoint('POST', 'apiKeys', '/v1/keys', {
  policy: 'business',
  stepUp: 'always',
  summary:
    'Creates an API key and answers it, which happens this once (NX-341); at most ten in an hour. 409 has a reason: blocked, too-many-keys',
  body: z.strictObject({ ...apiKeyInput, networks: z.optional(apiKeyNetworks) }),
  answer: z.object({ key: z.string(), ...apiKey.shape }),
  status: 201,
  errors: ['not-found', 'conflict'],
})

export const replaceApiKey = endpoint('POST', 'apiKeys', '/v1/keys/:id/replace', {
  policy: 'business',
  stepUp: 'always',
  summary:
    'Creates a key with the same name, scopes, networks and duration, and answers it, which happens this once; the one before works as well for the hours (NX-345). 409 has a reason: blocked, too-many-keys, ended, replaced',
  params: z.object({ id: idInput }),
  body: z.strictObject({ overlapHours: z.int().min(0).max(OVERLAP_HOURS_MAX) }),
  answer: z.object({ key: z.string(), ...apiKey.shape, previousExpiresAt: deadline }),
  status: 201,
  errors: ['not-found', 'conflict'],
})

export const updateApiKey = endpoint('PATCH', 'apiKeys', '/v1/keys/:id', {
  policy: 'business',
  stepUp: 'by-body',
  summary:
    'Changes the name of a key, or the networks from which it works; more networks than before need a recent sign-in. 409 with the reason ended',
  params: z.object({ id: idInput }),
  body: z.strictObject({ name: z.optional(apiKeyName), networks: z.optional(apiKeyNetworks) }),
  answer: apiKey,
  errors: ['not-found', 'conflict'],
})

export const endApiKey = endpoint('DELETE', 'apiKeys', '/v1/keys/:id', {
  policy: 'business',
  summary: 'Ends a key: within a second no process accepts it. Idempotent',
  params: z.object({ id: idInput }),
  errors: ['not-found'],
})

const apiKeyCall = z.object({
  id,
  at: instant,
  key: z.object({ id, name: z.string() }),
  method: z.string(),
  /** Without its query. */
  path: z.string(),
  status: z.int(),
  /** Shortened address. */
  network: z.string().nullable(),
})
export type ApiKeyCall = z.infer<typeof apiKeyCall>

export const getApiKeyCalls = endpoint('GET', 'apiKeys', '/v1/calls', {
  policy: 'business',
  isNeverStored: true,
  summary:
    'Calls of the caller’s keys in 30 days, newest first: the latest 1,000 of a key, and those that were refused (401, 403, 429) (NX-346)',
  query: z.strictObject({
    cursor,
    limit: wholeNumber({ min: 1, max: 100 }).default(20),
    key: idInput.optional(),
    refused: queryBoolean.default(false),
  }),
  answer: z.object({
    calls: z.array(apiKeyCall),
    /** Of all calls, of the named key where one is named. */
    total: count,
    refused: count,
    cursor: nextCursor,
  }),
})
