import type { FastifyRequest } from 'fastify'
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { defaultBrand, findBrandByHost } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import { BUSINESS, claims as claimsSchema } from '#contract/customers.ts'
import { canonicalAccountId } from '#contract/id.ts'
import type { SessionEnd } from '#contract/push.ts'
import { type Context, memoizePerContext } from '#server/context.ts'
import { readBearerToken } from '#server/http/bearer-token.ts'
import { Failure, notFound } from '#server/http/failure.ts'
import type { Authenticate } from '#server/http/mount.ts'
import type { Caller } from '#server/http/route.ts'
import { findCustomer } from '../../customers/index.ts'
import { AUDIENCE } from '../provider/client.ts'
import { getSigningKeys, SIGNING_ALGORITHM } from '../provider/signing-key.ts'
import { findDevice } from '../store/devices.ts'
import { findAccountOfGrant } from '../store/oidc-records.ts'
import { getAuthority } from './authority.ts'
import { getCallerCache } from './caller-cache.ts'
import { noteDeviceUse } from './device-use.ts'
import { ensureExternalCustomer } from './external-customers.ts'

/**
 * Authenticates a request by its bearer token (RFC 6750, 9068); null without a token or with an invalid one. Throws
 * not-found for a token of a deleted account where the endpoint reports that.
 */
export function authenticate(ctx: Context): Authenticate {
  return request => {
    const token = readBearerToken(request)
    if (token === null) return null
    if (!request.routeOptions.config.reportsDeletedAccount) return authenticateCached(ctx, token, request)
    return isOfDeletedAccount(ctx, token).then(isDeleted => {
      if (isDeleted) throw notFound('Customer')
      return authenticateCached(ctx, token, request)
    })
  }
}

/** Whether the token is valid and was issued to an account that is closed or erased. */
async function isOfDeletedAccount(ctx: Context, token: string): Promise<boolean> {
  const verifiedToken = await verifyToken(ctx, token)
  if (!verifiedToken) return false
  const customer = await findCustomer(ctx.db, verifiedToken.payload.sub!)
  // Our own tokens are issued to existing accounts; tokens of an external provider may belong to a new one.
  return customer ? customer.deleted_at !== null : !ctx.config.oidc
}

/** Authenticates with a cache of one second, so that a revoked token is refused within a second. */
function authenticateCached(
  ctx: Context,
  token: string,
  request: FastifyRequest,
): Promise<Caller | null> | Caller | null {
  const callers = getCallerCache(ctx)
  const key = `${findBrandByHost(request.host)?.vendor ?? ''} ${token}`
  const cachedCaller = callers.get(key)
  if (cachedCaller) return cachedCaller.expires > ctx.clock.now() ? cachedCaller : null
  return authenticateAnew(ctx, token, request.host).then(authenticated => {
    if (!authenticated) return null
    const { caller, lastUsedAt } = authenticated
    callers.set(key, caller)
    const { accountId, grantId } = caller
    if (grantId !== null && lastUsedAt) noteDeviceUse(ctx, request, { accountId, grantId, lastUsedAt })
    return caller
  })
}

/**
 * Authenticates a token that is not in a header (sockets); a revoked token is refused immediately. A brand's host accepts
 * accounts of its vendor only; a host without a brand accepts accounts of all vendors.
 */
export async function authenticateToken(ctx: Context, token: string, host: string): Promise<Caller | null> {
  return (await authenticateAnew(ctx, token, host))?.caller ?? null
}

/** Finds how the session of a valid token has ended; null where it signed out by itself or has not ended. */
export async function findSessionEnd(ctx: Context, token: string): Promise<SessionEnd | null> {
  const payload = (await verifyToken(ctx, token))?.payload
  if (!payload) return null
  const device = await findDevice(ctx.db, { accountId: payload.sub!, grantId: String(payload.gid ?? '') })
  if (!device?.ended_by || (device.ended_by === 'owner' && device.ended_device === null)) return null
  return { cause: device.ended_by, device: device.ended_device }
}

/** The caller of a token, and when its device was used last, as stored. */
interface Authenticated {
  caller: Caller
  lastUsedAt: Date | null
}

async function authenticateAnew(ctx: Context, token: string, host: string): Promise<Authenticated | null> {
  const brand = findBrandByHost(host)
  const verifiedToken = await verifyToken(ctx, token)
  if (!verifiedToken) return null
  if (ctx.config.oidc) await createExternalCustomer(ctx, verifiedToken.payload, brand ?? defaultBrand)
  const { payload, issuer = brand } = verifiedToken
  const vendors = [issuer, brand].flatMap(each => (each ? [each.vendor] : []))
  return findCaller(ctx, payload, vendors)
}

interface VerifiedToken {
  payload: JWTPayload
  /** The brand at whose host the token was issued; an external provider has none. */
  issuer?: Brand
}

/**
 * Returns the payload of a valid token; null for any other. A signature is verified once, because signing keys do not
 * change within a process; the expiry is checked each time. Does not check whether the account and session still exist.
 */
async function verifyToken(ctx: Context, token: string): Promise<VerifiedToken | null> {
  const tokens = getVerifiedTokens(ctx)
  const cachedToken = tokens.get(token)
  if (cachedToken) return isExpired(ctx, cachedToken.payload) ? null : cachedToken
  const verifiedToken = await (ctx.config.oidc ? verifyExternalToken(ctx, token) : verifyOwnToken(ctx, token))
  if (verifiedToken) tokens.set(token, verifiedToken)
  return verifiedToken
}

/** Compares whole seconds, as jwtVerify does. */
const isExpired = ({ clock }: Context, { exp }: JWTPayload): boolean =>
  exp! <= Math.floor(clock.now().getTime() / 1000)

/**
 * Verified tokens by their exact text, for ten minutes: the lifetime of our own tokens, and the time for which the keys of
 * an external provider are trusted.
 */
const getVerifiedTokens = memoizePerContext(
  () => new LRUCache<string, VerifiedToken>({ max: 5_000, ttl: 10 * 60_000 }),
)

async function verifyOwnToken(ctx: Context, token: string): Promise<VerifiedToken | null> {
  const keys = await getSigningKeys(ctx)
  const findKey: JWTVerifyGetKey = async ({ kid }) => (keys.find(key => key.kid === kid) ?? keys[0]!).public
  const payload = await verifyJwt(ctx, token, findKey, [SIGNING_ALGORITHM])
  const issuer = payload && findBrandOfIssuer(payload.iss)
  return issuer ? { payload, issuer } : null
}

async function verifyExternalToken(ctx: Context, token: string): Promise<VerifiedToken | null> {
  const { server } = await getAuthority(ctx, '')
  const payload = await verifyJwt(ctx, token, getRemoteKeys(ctx, server.jwks_uri!), ASYMMETRIC_ALGORITHMS)
  return payload?.iss === server.issuer ? { payload } : null
}

async function createExternalCustomer(ctx: Context, payload: JWTPayload, brand: Brand): Promise<void> {
  const claims = claimsSchema.safeParse({
    email: '',
    idpType: 'external',
    idpSub: payload.sub,
    amr: [],
    ...payload,
  })
  if (claims.success && claims.data.email) await ensureExternalCustomer(ctx, claims.data, brand)
}

const ASYMMETRIC_ALGORITHMS = ['ES256', 'ES384', 'RS256', 'PS256', 'EdDSA', 'Ed25519']

/** `typ` rejects id tokens: they prove a sign-in and authorize nothing (RFC 9068, 4). */
async function verifyJwt(
  ctx: Context,
  token: string,
  key: JWTVerifyGetKey,
  algorithms: string[],
): Promise<JWTPayload | null> {
  try {
    const options = { audience: AUDIENCE, typ: 'at+jwt', algorithms, currentDate: ctx.clock.now() }
    const { payload } = await jwtVerify(token, key, { ...options, requiredClaims: ['sub', 'exp', 'iss'] })
    return { ...payload, sub: canonicalAccountId(payload.sub!) }
  } catch (error) {
    if (error instanceof errors.JWKSTimeout)
      throw new Failure('unavailable', 'The identity provider does not answer')
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null
    throw error
  }
}

/**
 * Finds the caller of a verified token, if the account exists, is of all these vendors and its session has not ended.
 */
async function findCaller(
  ctx: Context,
  payload: JWTPayload,
  vendors: readonly string[],
): Promise<Authenticated | null> {
  const row = await findAccountOfGrant(ctx.db, payload.sub!, String(payload.gid ?? ''))
  if (!row || (!ctx.config.oidc && !row.grant)) return null
  // A token that was issued shortly before its session expires does not outlive it.
  const expires = new Date(Math.min(payload.exp! * 1000, row.grant_expires_at?.getTime() ?? Infinity))
  if (expires <= ctx.clock.now()) return null
  if (vendors.some(vendor => vendor !== row.vendor)) return null
  const claims = claimsSchema.safeParse({
    email: row.email,
    idpType: 'external',
    idpSub: payload.sub,
    amr: [],
    ...payload,
  })
  if (!claims.success) return null
  const business = row.business || claims.data.amr.includes(BUSINESS)
  const caller = {
    accountId: row.account_id,
    business,
    claims: claims.data,
    expires,
    grantId: row.grant,
    authTime: ctx.config.oidc ? readAuthTime(payload) : row.auth_time,
    key: null,
  }
  return { caller, lastUsedAt: row.last_used_at }
}

/** Reads when the customer signed in at an external provider, if its access tokens tell (RFC 9068, 2.2.1). */
const readAuthTime = ({ auth_time }: JWTPayload): Date | null =>
  typeof auth_time === 'number' ? new Date(auth_time * 1000) : null

function findBrandOfIssuer(issuer: string | undefined): Brand | undefined {
  const url = URL.parse(issuer ?? '')
  return url?.pathname === '/identity' ? findBrandByHost(url.host) : undefined
}

const getRemoteKeyState = memoizePerContext((): { keys?: JWTVerifyGetKey } => ({}))

function getRemoteKeys(ctx: Context, address: string): JWTVerifyGetKey {
  const remote = getRemoteKeyState(ctx)
  remote.keys ??= createRemoteJWKSet(new URL(address))
  return remote.keys
}
