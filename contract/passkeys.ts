import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idInput } from './id.ts'
import { passkeyName } from './input/passkey.ts'
import { text } from './input/text.ts'
import { ACCESS_ENTRIES } from './security.ts'

/** Most passkeys of an account. */
export const PASSKEYS_MAX = 20

/** Reasons of a 409: as many as possible, a passkey of this account or another, and the only way to sign in. */
export const TOO_MANY_PASSKEYS = 'too-many-passkeys'
export const KNOWN_PASSKEY = 'known-passkey'
export const ONLY_SIGN_IN = 'only-sign-in'

const passkey = ACCESS_ENTRIES.passkeys
export type Passkey = z.infer<typeof passkey>

/** Bytes without padding (RFC 4648, 5), as WebAuthn writes them in JSON. */
const base64Url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max)

/** PublicKeyCredentialCreationOptionsJSON (WebAuthn Level 3, 5.1.8), which the browser parses. */
const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(
    z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) }),
  ),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type CreationOptions = z.infer<typeof creationOptions>

/** RegistrationResponseJSON (WebAuthn Level 3, 5.1), of which other members are ignored. */
export const registrationResponse = z.object({
  id: base64Url(2000),
  rawId: base64Url(2000),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64Url(4000),
    attestationObject: base64Url(8000),
    transports: z
      .array(text({ max: 40 }))
      .max(10)
      .default([]),
  }),
})
export type RegistrationResponse = z.infer<typeof registrationResponse>

/** AuthenticationResponseJSON (WebAuthn Level 3, 5.1), of which other members are ignored. */
export const authenticationResponse = z.object({
  id: base64Url(2000),
  rawId: base64Url(2000),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64Url(4000),
    authenticatorData: base64Url(4000),
    signature: base64Url(2000),
    userHandle: base64Url(100),
  }),
})

/** What the browser may forget other passkeys by: PublicKeyCredential.signalAllAcceptedCredentials. */
const acceptedCredentials = z.object({
  rpId: z.string(),
  userId: z.string(),
  allAcceptedCredentialIds: z.array(z.string()),
})

export type AcceptedCredentials = z.infer<typeof acceptedCredentials>

export const listPasskeys = endpoint('GET', 'account', '/passkeys', {
  policy: 'customer',
  isNeverStored: true,
  summary: 'The passkeys of the caller, newest first, and what the browser is told about them (NX-333)',
  answer: z.object({ passkeys: z.array(passkey), accepted: z.array(acceptedCredentials) }),
  errors: ['not-found'],
})

export const createPasskeyOptions = endpoint('POST', 'account', '/passkeys/options', {
  policy: 'customer',
  stepUp: 'always',
  summary: `Options for the browser to make a passkey, valid for five minutes; ${PASSKEYS_MAX} passkeys at most: 409`,
  body: z.object({
    /** Whether the browser accepts an RP ID of a related origin (WebAuthn Level 3, 5.11). */
    relatedOrigins: z.boolean(),
  }),
  answer: creationOptions,
  errors: ['not-found', 'conflict'],
})

export const addPasskey = endpoint('POST', 'account', '/passkeys', {
  policy: 'customer',
  stepUp: 'always',
  summary: 'Adds the passkey that the browser made; without a name it has that of its provider or system',
  body: z.object({ response: registrationResponse, name: z.optional(passkeyName) }),
  answer: passkey,
  status: 201,
  errors: ['not-found', 'conflict'],
})

const params = z.object({ id: idInput })

export const renamePasskey = endpoint('PATCH', 'account', '/passkeys/:id', {
  policy: 'customer',
  summary: 'Names a passkey',
  params,
  body: z.object({ name: passkeyName }),
  errors: ['not-found'],
})

export const deletePasskey = endpoint('DELETE', 'account', '/passkeys/:id', {
  policy: 'customer',
  stepUp: 'always',
  summary: 'Deletes a passkey; 409 for the last one of an account without a password',
  params,
  errors: ['not-found', 'conflict'],
})
