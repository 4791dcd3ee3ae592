import { authenticationResponse } from '#contract/passkeys.ts'
import type { Context } from '#server/context.ts'
import { parseJson } from '#server/platform/json.ts'
import { findRow, updateRows } from '../../../platform/db/rows.ts'
import { type Customer, findActiveCustomer } from '../../customers/index.ts'
import { findAccessEnd } from '../store/access-ends.ts'
import { type ChallengePurpose, consumeChallenge, createChallenge } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'
import type { PasskeyRow, PasskeyUse } from './store.ts'

/** PublicKeyCredentialRequestOptionsJSON (WebAuthn Level 3, 5.1.9). */
export interface RequestOptions {
  challenge: string
  rpId: string
  timeout: number
  userVerification: 'required'
  allowCredentials: { type: 'public-key'; id: string; transports: string[] }[]
}

/** How a passkey proves who signs in (RFC 8176): possession of a key, and the user verified by its device. */
export const PASSKEY_METHODS = ['pop', 'user'] as const

/** Creates the options with which a browser signs in by a passkey: one of these, or any of the RP ID. */
export function createRequestOptions(
  ctx: Context,
  { rpId }: Pick<RelyingParty, 'rpId'>,
  { subject, seconds }: ChallengePurpose,
  passkeys: readonly PasskeyRow[] = [],
): RequestOptions {
  return {
    challenge: createChallenge(ctx, { subject }),
    rpId,
    timeout: seconds * 1000,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credential_id: id, transports }) => ({
      type: 'public-key',
      id,
      transports,
    })),
  }
}

/** Who has proved by a passkey who they are. */
interface VerifiedAssertion {
  customer: Customer
  passkey: PasskeyRow
  /** The latest end of the account's sessions before the passkey was checked. */
  accessEnd: string | null
}

/**
 * Verifies the response to the options of this purpose, as JSON or its text; returns the customer and the passkey, or null
 * when it is refused: unknown, without user verification, of another vendor or RP ID, of a closed account.
 */
export async function verifyAssertion(
  ctx: Context,
  party: RelyingParty,
  purpose: ChallengePurpose,
  submitted: unknown,
): Promise<VerifiedAssertion | null> {
  const json = typeof submitted === 'string' ? parseJson(submitted) : submitted
  const { data: response } = authenticationResponse.safeParse(json)
  if (!response) return null
  const handle = { handle: response.response.userHandle }
  const accountId = (await findRow(ctx.db, 'webauthn_handles', handle, ['account_id']))?.account_id
  const accessEnd = accountId ? await findAccessEnd(ctx.db, accountId) : null
  const passkey =
    accountId && (await findRow(ctx.db, 'passkeys', { account_id: accountId, credential_id: response.id }))
  if (!passkey) return null
  if (passkey.rp_id !== party.rpId && passkey.rp_id !== party.hostRpId) return null
  const use = await verifyResponse(ctx, party.origin, purpose, response, passkey)
  if (!use) return null
  const customer = await findActiveCustomer(ctx.db, passkey.account_id)
  if (customer?.vendor !== party.vendor) return null
  const { account_id, passkey_id } = passkey
  // Not when it was deleted meanwhile.
  const isStored = (await updateRows(ctx.db, 'passkeys', { account_id, passkey_id }, use)) > 0
  return isStored ? { customer, passkey, accessEnd } : null
}

async function verifyResponse(
  ctx: Context,
  origin: string,
  purpose: ChallengePurpose,
  response: object,
  passkey: PasskeyRow,
): Promise<PasskeyUse | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const assertion = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} } as never,
    expectedChallenge: challenge => consumeChallenge(ctx, purpose, challenge),
    expectedOrigin: origin,
    expectedRPID: passkey.rp_id,
    // The library refuses a lower counter, which two devices with one synchronised passkey have (w3c/webauthn#2382).
    credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    requireUserVerification: true,
  }).catch((error: Error) => {
    ctx.log.info({ reason: error.message }, 'passkey was refused')
    return null
  })
  if (!assertion?.verified) return null
  const { newCounter, credentialBackedUp } = assertion.authenticationInfo
  const storedCounter = Number(passkey.counter)
  if (storedCounter > 0 && newCounter <= storedCounter)
    ctx.log.warn(
      { accountId: passkey.account_id, passkeyId: passkey.passkey_id },
      'counter of a passkey did not rise',
    )
  return { counter: newCounter, backed_up: credentialBackedUp, last_used_at: ctx.clock.now() }
}
