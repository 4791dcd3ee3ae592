import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { isStorableJson, isStorableText } from './input/text.ts'
import { instant } from './scalars.ts'

/** Header of a call that needs a recent sign-in, with an external provider: the ticket of the session. */
export const STEP_UP_HEADER = 'x-keepsake-step-up'

/**
 * Reasons of a refused sign-in at an external provider that was to ask the customer again: it did not tell when the customer
 * signed in, or did not ask.
 */
export const STEP_UP_REFUSALS = ['no-auth-time', 'not-asked'] as const

/** How a signed-in customer can prove again who they are. */
export const REAUTHENTICATION_METHODS = ['password', 'passkey'] as const
export type ReauthenticationMethodName = (typeof REAUTHENTICATION_METHODS)[number]

export const getReauthenticationOptions = endpoint('POST', 'session', '/reauthentication/options', {
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

export const reauthenticate = endpoint('POST', 'session', '/reauthentication', {
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
  errors: ['unauthorized', 'bad-credentials', 'not-found'],
})
export type Reauthentication = z.infer<typeof reauthenticate.body>
