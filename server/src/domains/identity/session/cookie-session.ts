import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import { Failure } from '#server/http/failure.ts'
import { hashSecret } from '../hash.ts'
import { CLIENT_ID } from '../provider/client.ts'
import { describeRequest } from '../security-events/describe-request.ts'
import { bindUnboundDevice, setBindHash } from '../store/devices.ts'
import { findSessionByRefreshToken } from '../store/oidc-records.ts'
import { type SignIn, toDeviceRow } from './devices.ts'
import { chooseBinding, readBinding, readSession, writeBinding } from './session-cookies.ts'
import { readGrantId, type Tokens } from './tokens.ts'

/** The session of a request's cookies at the embedded provider. */
export interface CookieSession extends SignIn {
  /** Own: of this browser at this host. Foreign: of another browser or host. Unbound: of a release before. */
  binding: 'own' | 'foreign' | 'unbound'
}

/**
 * Finds the session of the request's refresh cookie, which a consumed refresh token still identifies; null without one. The
 * cookie is shared with other hosts of the brand's domain: a foreign one is no session of this browser (NX-332).
 */
export async function findCookieSession(
  ctx: Context,
  request: FastifyRequest,
): Promise<CookieSession | null> {
  const { refreshToken } = readSession(request)
  const record = refreshToken ? await findSessionByRefreshToken(ctx.db, hashSecret(refreshToken)) : undefined
  const { authTime, amr, clientId } = (record?.payload ?? {}) as StoredRefreshToken
  // Apps have refresh tokens, too, and no cookies.
  if (!record?.account_id || !record.grant_id || clientId !== CLIENT_ID) return null
  const binding = readBinding(request)
  return {
    accountId: record.account_id,
    grantId: record.grant_id,
    clientId,
    authTime: authTime === undefined ? null : new Date(authTime * 1000),
    methods: amr ?? ['pwd'],
    ...describeRequest(request),
    binding:
      record.bind_hash === null
        ? 'unbound'
        : binding !== null && hashSecret(binding) === record.bind_hash
          ? 'own'
          : 'foreign',
  }
}

/** What a refresh token of the provider tells of its sign-in; seconds. */
interface StoredRefreshToken {
  clientId?: string
  authTime?: number
  amr?: string[]
}

/** Returns the session of the request's cookies; throws unauthorized without one that is bound to this browser. */
export async function requireCookieSession(ctx: Context, request: FastifyRequest): Promise<CookieSession> {
  const session = await findCookieSession(ctx, request)
  if (session?.binding !== 'own') throw new Failure('unauthorized', 'There is no session')
  return session
}

/** Binds the session that a sign-in has created to this browser and host. */
export async function bindNewSession(
  ctx: Context,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { accessToken, claims }: Tokens,
): Promise<void> {
  const binding = chooseBinding(request)
  const device = { accountId: claims.sub, grantId: readGrantId(accessToken) ?? '' }
  await setBindHash(ctx.db, device, hashSecret(binding))
  writeBinding(request, reply, binding)
}

/** Binds a session of before to this browser and host, once: a concurrent request may have done so. */
export async function bindUnboundSession(
  ctx: Context,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  session: CookieSession,
): Promise<void> {
  const binding = chooseBinding(request)
  const isBound = await bindUnboundDevice(ctx.db, toDeviceRow(ctx, session), hashSecret(binding))
  if (isBound) writeBinding(request, reply, binding)
}
