import type { FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { canonicalAccountId } from '#contract/id.ts'
import { type Context, change } from '#server/context.ts'
import { publishSessionsEnded } from '#server/http/socket.ts'
import { endTickets } from '../../customers/index.ts'
import type { Authority } from './authority.ts'
import { findCookieSession } from './cookie-session.ts'
import { endSessions } from './end-sessions.ts'
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
    const by = { cause: 'owner', byGrantId: grantId } as const
    await change(ctx, tx => endSessions(ctx, tx, accountId, everywhere ? 'all' : [grantId], by))
  }
  return `${origin}/`
}

/** Ends the session that a refused sign-in has created. */
export async function endNewSession(ctx: Context, { accessToken, claims }: Tokens): Promise<void> {
  const grantId = readGrantId(accessToken)
  if (grantId === null) return
  const by = { cause: 'owner', byGrantId: grantId } as const
  await change(ctx, tx => endSessions(ctx, tx, claims.sub, [grantId], by))
}

/** Closes all sockets of the account, because its access tokens stay valid; other sessions reconnect. */
async function endExternalSession(ctx: Context, accountId: string): Promise<void> {
  await change(ctx, async tx => {
    await deleteStoredRefreshes(tx.db, accountId)
    await endTickets(tx, accountId, ctx.clock.now())
    await publishSessionsEnded(ctx, tx, accountId, { closes: true })
  })
}

function buildEndSessionUrl({ server, client }: Authority, origin: string, idToken: string | null): string {
  if (!server.end_session_endpoint) return `${origin}/`
  const url = new URL(server.end_session_endpoint)
  url.searchParams.set('client_id', client.client_id)
  url.searchParams.set('post_logout_redirect_uri', `${origin}/`)
  if (idToken && decodeJwt(idToken).iss === server.issuer) url.searchParams.set('id_token_hint', idToken)
  return url.href
}
