import { z } from 'zod'
import { claims } from './customers.ts'
import { endpoint } from './endpoint.ts'
import { isStorableJson, isStorableText, text } from './input/text.ts'
import { instant } from './scalars.ts'

/** The part of a session that is sent to the page: a short-lived access token, held in memory only (OP-44). */
export const session = z.object({
  accessToken: z.string(),
  /** Seconds until it expires. */
  expiresIn: z.int().min(1),
  claims,
  /** With an external provider, after it has asked the customer again: proves it in X-Keepsake-Step-Up, for 15 minutes. */
  stepUp: z.string().optional(),
})
export type Session = z.infer<typeof session>

/** Header of a call that needs a recent sign-in, with an external provider: the ticket of the session. */
export const STEP_UP_HEADER = 'x-keepsake-step-up'

/**
 * Reasons of a refused sign-in at an external provider that was to ask the customer again: it did not tell when the customer
 * signed in, or did not ask.
 */
export const STEP_UP_REFUSALS = ['no-auth-time', 'not-asked'] as const

/** State-changing session calls require this header, which no other site can send (CSRF). */
export const SESSION_HEADER = 'x-keepsake-session'

export const createSession = endpoint({
  method: 'POST',
  service: 'session',
  path: '/token',
  policy: 'public',
  summary: 'Exchanges the code of a sign-in that this browser started, and sets the session cookies',
  body: z.object({
    code: text({ min: 1, max: 4000 }),
    state: text({ min: 16, max: 200 }),
    iss: z.optional(text({ max: 500 })),
  }),
  answer: session.extend({
    /** Path, query and fragment that the customer requested (AA-002). */
    returnTo: z.string(),
  }),
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

/** How a signed-in customer can prove again who they are (NX-307). */
export const REAUTHENTICATION_METHODS = ['password', 'passkey'] as const
export type ReauthenticationMethodName = (typeof REAUTHENTICATION_METHODS)[number]

export const getReauthenticationOptions = endpoint({
  method: 'POST',
  service: 'session',
  path: '/reauthentication/options',
  policy: 'session',
  summary: 'How the customer of this session can prove again who they are, and what a passkey has to sign',
  answer: z.object({
    /** None for an account without password and passkey, whose way is a mailed link. */
    methods: z.array(z.enum(REAUTHENTICATION_METHODS)),
    /** PublicKeyCredentialRequestOptions in JSON (WebAuthn Level 3, 5.1.10); null without passkeys. */
    passkey: z.record(z.string(), z.unknown()).nullable(),
  }),
  errors: ['unauthorized', 'not-found'],
})

export const reauthenticate = endpoint({
  method: 'POST',
  service: 'session',
  path: '/reauthentication',
  policy: 'session',
  summary:
    'Renews the time of the sign-in of this session. 401 `bad-credentials` tells how many answers may still be wrong; the fifth in 15 minutes ends the session',
  body: z.discriminatedUnion('method', [
    z.object({ method: z.literal('password'), password: z.string().max(1000).refine(isStorableText) }),
    /** AuthenticationResponseJSON (WebAuthn Level 3, 5.1.8). */
    z.object({
      method: z.literal('passkey'),
      response: z.record(z.string(), z.unknown()).refine(isStorableJson),
    }),
  ]),
  answer: z.object({ authTime: instant }),
  errors: ['bad-request', 'unauthorized', 'bad-credentials', 'not-found'],
})
export type Reauthentication = z.infer<typeof reauthenticate.body>

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
