import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import { Failure } from '#server/http/failure.ts'
import { hashSecret } from '../hash.ts'
import { CLIENT_ID } from '../provider/client.ts'
import { updateDevice } from '../store/devices.ts'
import { findSessionByRefreshToken } from '../store/oidc-records.ts'
import { chooseBinding, readBinding, readSession, writeBinding } from './session-cookies.ts'
import { readGrantId, type Tokens } from './tokens.ts'

/** The session of a request's cookies at the embedded provider. */
export interface CookieSession {
  accountId: string
  grantId: string
  /** Whether it is bound to this browser at this host. */
  isOwn: boolean
}

/**
 * Finds the session of the request's refresh cookie, which a consumed refresh token still identifies; null without one. The
 * cookie is shared with other hosts of the brand's domain: a foreign one is no session of this browser.
 */
export async function findCookieSession(
  ctx: Context,
  request: FastifyRequest,
): Promise<CookieSession | null> {
  const { refreshToken } = readSession(request)
  const record = refreshToken ? await findSessionByRefreshToken(ctx.db, hashSecret(refreshToken)) : undefined
  // Apps have refresh tokens, too, and no cookies.
  if (!record?.account_id || !record.grant_id || record.payload.clientId !== CLIENT_ID) return null
  const binding = readBinding(request)
  return {
    accountId: record.account_id,
    grantId: record.grant_id,
    isOwn: binding !== null && hashSecret(binding) === record.bind_hash,
  }
}

/** Returns the session of the request's cookies; throws unauthorized without one that is bound to this browser. */
export async function requireCookieSession(ctx: Context, request: FastifyRequest): Promise<CookieSession> {
  const session = await findCookieSession(ctx, request)
  if (!session?.isOwn) throw new Failure('unauthorized', 'There is no session')
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
  await updateDevice(ctx.db, device, { bind_hash: hashSecret(binding) })
  writeBinding(request, reply, binding)
}
