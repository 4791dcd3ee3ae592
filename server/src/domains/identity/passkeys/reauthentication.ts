import type { ReauthenticationMethod } from '../session/reauthentication-method.ts'
import { createRequestOptions, PASSKEY_METHODS, verifyAssertion } from './assertion.ts'
import type { ChallengePurpose } from './challenges.ts'
import { getRelyingParty } from './relying-party.ts'
import { listPasskeys } from './store.ts'

/** Asking again by a passkey of the account; undefined options where none of them works at this host. */
export const passkeyReauthentication: ReauthenticationMethod<'passkey'> = {
  amr: PASSKEY_METHODS,
  async createOptions(ctx, request, accountId) {
    const party = getRelyingParty(ctx, request)
    const passkeys = await listPasskeys(ctx.db, accountId)
    const rpId = [party.rpId, party.hostRpId].find(id => passkeys.some(({ rp_id }) => rp_id === id))
    if (rpId === undefined) return undefined
    const usable = passkeys.filter(({ rp_id }) => rp_id === rpId)
    return { ...createRequestOptions(ctx, { rpId }, toPurpose(accountId), usable) }
  },
  async verify(ctx, request, accountId, { response }) {
    const verified = await verifyAssertion(ctx, getRelyingParty(ctx, request), toPurpose(accountId), response)
    return verified?.customer.account_id === accountId
  },
}

const toPurpose = (accountId: string): ChallengePurpose => ({
  subject: `reauthentication ${accountId}`,
  seconds: 300,
})
