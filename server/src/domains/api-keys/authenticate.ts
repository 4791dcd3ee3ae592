import type { FastifyRequest } from 'fastify'
import { findBrandByHost } from '#brands/index.ts'
import { BUSINESS } from '#contract/customers.ts'
import type { Context } from '#server/context.ts'
import { readBearerToken } from '#server/http/bearer-token.ts'
import type { Caller } from '#server/http/route.ts'
import { hashMachineToken, isMachineToken } from '#server/platform/machine-tokens/machine-tokens.ts'
import { recordKeyOfRequest } from './calls/record-calls.ts'
import { getKeyCache, type KnownKey } from './key-cache.ts'
import { isInNetworks } from './networks.ts'
import { findKeyWithVendor } from './store.ts'

/** Returns the caller of a request with an API key; null for a key that is refused, undefined without an API key. */
type AuthenticateKey = (request: FastifyRequest) => Promise<Caller | null> | Caller | null | undefined

/**
 * Authenticates a request by the API key in its Authorization header. A malformed key is refused by its checksum,
 * without a query. The scopes of the key are checked where the route is known (http/mount.ts).
 */
export function authenticateKey(ctx: Context): AuthenticateKey {
  return request => {
    // Most requests have the token of a session.
    if (!request.headers.authorization?.includes(' ksk_')) return undefined
    const token = readBearerToken(request)
    if (!token?.startsWith('ksk_')) return undefined
    if (!isMachineToken('ksk', token)) return null
    const hash = hashMachineToken(token)
    const cachedKey = getKeyCache(ctx).get(hash)
    if (cachedKey) return acceptKey(ctx, request, cachedKey)
    return findKey(ctx, hash).then(key => {
      if (!key) return null
      getKeyCache(ctx).set(hash, key)
      return acceptKey(ctx, request, key)
    })
  }
}

async function findKey(ctx: Context, hash: string): Promise<KnownKey | undefined> {
  const row = await findKeyWithVendor(ctx.db, hash)
  return (
    row && {
      keyId: row.key_id,
      accountId: row.account_id,
      scopes: row.scopes,
      networks: row.networks,
      isEnded: row.ended_at !== null,
      expiresAt: row.expires_at,
      vendor: row.vendor,
    }
  )
}

/**
 * Returns the caller if the key works at the time, host and network of the request. A brand's host accepts accounts of its
 * vendor only, as with access tokens. Refused calls are recorded, too.
 */
function acceptKey({ clock }: Context, request: FastifyRequest, key: KnownKey): Caller | null {
  recordKeyOfRequest(request, key)
  const brand = findBrandByHost(request.host)
  const isAccepted =
    !key.isEnded &&
    key.expiresAt > clock.now() &&
    key.vendor !== null &&
    (!brand || brand.vendor === key.vendor) &&
    (key.networks === null || isInNetworks(request.ip, key.networks))
  if (!isAccepted) return null
  return {
    accountId: key.accountId,
    business: true,
    claims: { sub: key.accountId, email: '', idpType: '', idpSub: '', amr: [BUSINESS] },
    expires: key.expiresAt,
    grantId: null,
    authTime: null,
    key: { id: key.keyId, scopes: key.scopes },
  }
}
