import { decodeJwt } from 'jose'
import { canonicalAccountId } from '#contract/id.ts'
import { type Context, change, type Tx } from '#server/context.ts'
import { publishSessionsEnded } from '#server/http/socket.ts'
import { hashSecret } from '../hash.ts'
import { deleteGrant, deleteRecordsOfAccount, findRecord } from '../store/oidc-records.ts'
import type { Authority } from './authority.ts'
import { evictCallers } from './caller-cache.ts'
import type { SessionCookies } from './session-cookies.ts'
import { deleteStoredRefreshes } from './token-refresh.ts'
import { revokeToken } from './tokens.ts'

/**
 * Ends the session of these cookies, or all sessions of its account, and returns the address to redirect the browser
 * to. At the embedded provider this revokes everything immediately, access tokens included; at an external one the
 * address is its end-session endpoint.
 */
export async function signOut(
  ctx: Context,
  authority: Authority,
  origin: string,
  { refreshToken, idToken }: SessionCookies,
  everywhere: boolean,
): Promise<string> {
  if (authority.isExternal) {
    if (refreshToken) await revokeToken(ctx, authority, refreshToken)
    const { sub } = idToken ? decodeJwt(idToken) : {}
    if (sub) await endExternalSession(ctx, canonicalAccountId(sub))
    return buildEndSessionUrl(authority, origin, idToken)
  }
  // A consumed refresh token still identifies its session.
  const record = refreshToken
    ? await findRecord(ctx.db, { kind: 'RefreshToken', id: hashSecret(refreshToken) })
    : undefined
  const accountId = record?.account_id
  if (accountId)
    await change(ctx, tx => (everywhere ? endSessions(ctx, tx, accountId) : endSession(ctx, tx, record)))
  return `${origin}/`
}

/**
 * Ends all sessions, grants and tokens of the account, and its sockets. Other processes refuse its access tokens within a
 * second.
 */
export async function endSessions(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  await deleteRecordsOfAccount(tx.db, accountId)
  await invalidateTokens(ctx, tx, accountId)
}

type SessionRecord = NonNullable<Awaited<ReturnType<typeof findRecord>>>

async function endSession(ctx: Context, tx: Tx, { account_id, grant_id, payload }: SessionRecord) {
  const accountId = account_id!
  await deleteGrant(tx.db, accountId, grant_id, payload.sessionUid as string | undefined)
  await deleteStoredRefreshes(tx.db, accountId)
  await invalidateTokens(ctx, tx, accountId)
}

/** Closes all sockets of the account, because its access tokens stay valid; other sessions reconnect. */
async function endExternalSession(ctx: Context, accountId: string): Promise<void> {
  await change(ctx, async tx => {
    await deleteStoredRefreshes(tx.db, accountId)
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
