import type { FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { canonicalAccountId } from '#contract/id.ts'
import { type Context, change, type Tx } from '#server/context.ts'
import type { EndCause } from '#server/domain.ts'
import { publishSessionsEnded } from '#server/http/socket.ts'
import { deleteRows } from '../../../platform/db/rows.ts'
import { endTickets, lockCustomer } from '../../customers/index.ts'
import { recordAccessEnd } from '../store/access-ends.ts'
import { endDevices } from '../store/devices.ts'
import { deleteGrants } from '../store/oidc-records.ts'
import type { Authority } from './authority.ts'
import { evictCallers } from './caller-cache.ts'
import { findCookieSession } from './cookie-session.ts'
import { readSession } from './session-cookies.ts'
import { deleteStoredRefreshes } from './token-refresh.ts'
import { readGrantId, revokeToken, type Tokens } from './tokens.ts'

/**
 * Ends the session of the request's cookies, or all sessions of its account, and returns the address to redirect the browser
 * to. At the embedded provider this revokes everything immediately, access tokens included; at an external one the
 * address is its end-session endpoint.
 */
export async function signOut(
  ctx: Context,
  authority: Authority,
  { origin, request, everywhere }: { origin: string; request: FastifyRequest; everywhere: boolean },
): Promise<string> {
  if (authority.isExternal) {
    const { refreshToken, idToken } = readSession(request)
    if (refreshToken) await revokeToken(ctx, authority, refreshToken)
    const { sub } = idToken ? decodeJwt(idToken) : {}
    if (sub) await endExternalSession(ctx, canonicalAccountId(sub))
    return buildEndSessionUrl(authority, origin, idToken)
  }
  const session = await findCookieSession(ctx, request)
  if (session?.isOwn) {
    const { accountId, grantId } = session
    await change(ctx, async tx => {
      if (everywhere) await endSessions(ctx, tx, accountId)
      else await endDeviceSessions(ctx, tx, accountId, [grantId], 'owner')
    })
  }
  return `${origin}/`
}

/** Ends the session that a refused sign-in has created. */
export async function endNewSession(ctx: Context, { accessToken, claims }: Tokens): Promise<void> {
  const grantId = readGrantId(accessToken)
  if (grantId !== null) await change(ctx, tx => endDeviceSessions(ctx, tx, claims.sub, [grantId], 'owner'))
}

/**
 * Ends devices of the account: their grants with everything issued under them, their sockets, and tickets of the account for the shop's
 * checkout; other devices stay. Other
 * processes refuse their access tokens within a second. Returns the ids of those that had not ended.
 */
export async function endDeviceSessions(
  ctx: Context,
  tx: Tx,
  accountId: string,
  grantIds: readonly string[],
  by: EndCause | 'wrong-answers',
): Promise<string[]> {
  const now = ctx.clock.now()
  await lockCustomer(tx, accountId)
  const endedIds = await endDevices(tx, accountId, grantIds, { now, by })
  await deleteGrants(tx.db, accountId, grantIds, now)
  await endTickets(tx, accountId, now)
  await recordAccessEnd(tx, accountId, now)
  await invalidateTokens(ctx, tx, accountId)
  return endedIds
}

/**
 * Ends all sessions, grants and tokens of the account, and its sockets. Other processes refuse its access tokens within a
 * second.
 */
export async function endSessions(
  ctx: Context,
  tx: Tx,
  accountId: string,
  by: EndCause = 'owner',
): Promise<void> {
  const now = ctx.clock.now()
  await lockCustomer(tx, accountId)
  await endDevices(tx, accountId, 'all', { now, by })
  await deleteRows(tx.db, 'oidc_records', { account_id: accountId })
  await endTickets(tx, accountId, now)
  await recordAccessEnd(tx, accountId, now)
  await invalidateTokens(ctx, tx, accountId)
}

/** Closes all sockets of the account, because its access tokens stay valid; other sessions reconnect. */
async function endExternalSession(ctx: Context, accountId: string): Promise<void> {
  await change(ctx, async tx => {
    await deleteStoredRefreshes(tx.db, accountId)
    await endTickets(tx, accountId, ctx.clock.now())
    await publishSessionsEnded(ctx, tx, accountId, { closes: true })
  })
}

/** Forces a new check of the account's access tokens and sockets when the transaction commits. */
async function invalidateTokens(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  tx.afterCommit(() => evictCallers(ctx, accountId))
  await publishSessionsEnded(ctx, tx, accountId)
}

function buildEndSessionUrl({ server, client }: Authority, origin: string, idToken: string | null): string {
  if (!server.end_session_endpoint) return `${origin}/`
  const url = new URL(server.end_session_endpoint)
  url.searchParams.set('client_id', client.client_id)
  url.searchParams.set('post_logout_redirect_uri', `${origin}/`)
  if (idToken && decodeJwt(idToken).iss === server.issuer) url.searchParams.set('id_token_hint', idToken)
  return url.href
}
