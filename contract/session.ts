import { z } from 'zod'
import { claims } from './customers.ts'
import { endpoint } from './endpoint.ts'
import { text } from './input/text.ts'

/** The part of a session that the page knows: a short-lived access token, in memory only (OP-44). */
export const session = z.object({
  accessToken: z.string(),
  /** Seconds until it expires. */
  expiresIn: z.int().min(1),
  claims,
})
export type Session = z.infer<typeof session>

/** State-changing session calls require this header, which no other site can send (CSRF). */
export const SESSION_HEADER = 'x-keepsake-session'

export const getAuthority = endpoint({
  method: 'GET',
  service: 'session',
  path: '/authority',
  policy: 'public',
  summary: "The channel's identity provider: addresses, client, scopes, theme and acr values (AA-001)",
  answer: z.object({
    issuer: z.string(),
    authorizationEndpoint: z.string(),
    clientId: z.string(),
    redirectUri: z.string(),
    scope: z.string(),
    acrValues: z.string(),
    theme: z.string(),
    uiLocales: z.string(),
  }),
  errors: ['not-found'],
})

export const createSession = endpoint({
  method: 'POST',
  service: 'session',
  path: '/token',
  policy: 'public',
  summary: 'Exchanges a code (PKCE) and sets the session cookies',
  body: z.object({
    code: text({ min: 1, max: 4000 }),
    codeVerifier: text({ min: 43, max: 128 }),
    nonce: text({ min: 16, max: 200 }),
    iss: z.optional(text({ max: 500 })),
  }),
  answer: session,
  errors: ['bad-request', 'too-many-requests'],
})

export const refreshSession = endpoint({
  method: 'POST',
  service: 'session',
  path: '/refresh',
  policy: 'session',
  summary: 'A new access token for the session in the cookies, null without one; rotates the refresh token',
  answer: session.nullable(),
  errors: ['unauthorized'],
})

export const endSession = endpoint({
  method: 'POST',
  service: 'session',
  path: '/end',
  policy: 'session',
  summary:
    'Removes the cookies, revokes the tokens and returns the address that ends the session at the provider',
  body: z.object({ everywhere: z.boolean().default(false) }),
  answer: z.object({ endSessionUrl: z.string() }),
  errors: ['bad-request'],
})
