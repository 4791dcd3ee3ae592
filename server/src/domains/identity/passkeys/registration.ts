import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { CreationOptions, RegistrationResponse } from '#contract/passkeys.ts'
import type { Context } from '#server/context.ts'
import type { PasskeysTable } from '../tables.ts'
import { type ChallengePurpose, consumeChallenge, createChallenge } from './challenges.ts'
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

/** Names of what stores passkeys, by AAGUID, as the list of the community of passkey developers has them. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  'b84e4048-15dc-4dd0-8640-f4f60813c8af': 'NordPass',
  '0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6': 'Keeper',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
}

/** Finds the name of what stores a passkey; undefined for an unknown one. */
const findProviderName = (aaguid: string): string | undefined => PROVIDER_NAMES[aaguid]
