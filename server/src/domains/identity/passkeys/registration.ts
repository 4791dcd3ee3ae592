import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { CreationOptions, RegistrationResponse } from '#contract/passkeys.ts'
import type { Context } from '#server/context.ts'
import type { PasskeysTable } from '../tables.ts'
import { type ChallengePurpose, consumeChallenge, createChallenge } from './challenges.ts'
import { findProviderName } from './provider-names.ts'
import type { RelyingParty } from './relying-party.ts'
import type { PasskeyRow } from './store.ts'

/** COSE algorithms: Ed25519, ECDSA with P-256, RSA (PKCS #1 v1.5), each with SHA-256. */
const ALGORITHMS = [-8, -7, -257]

/** Creates the options with which a browser makes a passkey: discoverable, with user verification, without attestation. */
export function createCreationOptions(
  ctx: Context,
  { name, rpId }: Pick<RelyingParty, 'name' | 'rpId'>,
  { subject, seconds }: ChallengePurpose,
  user: { handle: string; email: string; passkeys: readonly PasskeyRow[] },
): CreationOptions {
  return {
    rp: { id: rpId, name },
    user: { id: user.handle, name: user.email, displayName: user.email },
    challenge: createChallenge(ctx, { subject }),
    pubKeyCredParams: ALGORITHMS.map(alg => ({ type: 'public-key', alg })),
    timeout: seconds * 1000,
    excludeCredentials: user.passkeys
      .filter(({ rp_id }) => rp_id === rpId)
      .map(({ credential_id: id, transports }) => ({ type: 'public-key', id, transports })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

/**
 * Verifies what the browser made by the options of this purpose; returns the row of the passkey, or null when it is refused.
 * `device` is its name where its provider is not known.
 */
export async function verifyRegistration(
  ctx: Context,
  { origin, rpId, hostRpId }: RelyingParty,
  purpose: ChallengePurpose,
  {
    accountId,
    response,
    device,
  }: { accountId: string; response: RegistrationResponse; device: string | null },
): Promise<Insertable<PasskeysTable> | null> {
  const [{ verifyRegistrationResponse }, { cose, decodeCredentialPublicKey }] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  const registration = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} } as never,
    expectedChallenge: challenge => consumeChallenge(ctx, purpose, challenge),
    expectedOrigin: origin,
    expectedRPID: [rpId, hostRpId],
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: Error) => {
    ctx.log.info({ reason: error.message }, 'passkey was not registered')
    return null
  })
  if (!registration?.verified) return null
  const { credential, aaguid, credentialBackedUp, rpID } = registration.registrationInfo
  return {
    account_id: accountId,
    passkey_id: randomUUID(),
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    algorithm: decodeCredentialPublicKey(credential.publicKey).get(cose.COSEKEYS.alg)!,
    rp_id: rpID!,
    name: findProviderName(aaguid) ?? device ?? 'Passkey',
    aaguid,
    backed_up: credentialBackedUp,
    transports: JSON.stringify(response.response.transports),
    counter: credential.counter,
    created_at: ctx.clock.now(),
  }
}
