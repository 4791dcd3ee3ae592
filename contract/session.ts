import { z } from 'zod'
import { claims } from './customers.ts'
import { endpoint } from './endpoint.ts'
import { text } from './input/text.ts'

/** The part of a session that is sent to the page: a short-lived access token, held in memory only. */
export const session = z.object({
  accessToken: z.string(),
  /** Seconds until it expires. */
  expiresIn: z.int().min(1),
  claims,
  /** IANA zone of the customer's brand, in which the page names days; absent while the account has no brand. */
  timeZone: z.string().optional(),
  /** With an external provider, after it has asked the customer again: proves it in X-Keepsake-Step-Up, for 15 minutes. */
  stepUp: z.string().optional(),
})
export type Session = z.infer<typeof session>

/** State-changing session calls require this header, which no other site can send (CSRF). */
export const SESSION_HEADER = 'x-keepsake-session'
/** The header's value of a page that answers the challenge step-up-required itself; other clients send '1'. */
export const ANSWERS_STEP_UP = 'answers-step-up'

export const createSession = endpoint('POST', 'session', '/token', {
  policy: 'public',
  summary: 'Exchanges the code of a sign-in that this browser started, and sets the session cookies',
  body: z.object({
    code: text({ min: 1, max: 4000 }),
    state: text({ min: 16, max: 200 }),
    iss: z.optional(text({ max: 500 })),
  }),
  answer: session.extend({
    /** Path, query and fragment that the customer requested. */
    returnTo: z.string(),
  }),
})

export const refreshSession = endpoint('POST', 'session', '/refresh', {
  policy: 'session',
  summary: 'A new access token for the session in the cookies, null without one; rotates the refresh token',
  answer: session.nullable(),
  errors: ['unauthorized'],
})

export const endSession = endpoint('POST', 'session', '/end', {
  policy: 'session',
  summary:
    'Removes the cookies, revokes the tokens and returns the address that ends the session at the provider',
  body: z.object({ everywhere: z.boolean().default(false) }),
  answer: z.object({ endSessionUrl: z.string() }),
})
