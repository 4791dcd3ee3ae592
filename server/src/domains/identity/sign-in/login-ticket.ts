import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { getEnvironmentByHost } from '#brands/index.ts'
import { SIGN_IN_PATH } from '#contract/pages.ts'
import type { Context } from '#server/context.ts'
import { hashSecret } from '../hash.ts'
import { PROVIDER_SESSION_COOKIE } from '../provider/client.ts'
import { findAccessEnd } from '../store/access-ends.ts'
import { insertRecord, takeRecord } from '../store/oidc-records.ts'

/** Who signs in, and how they proved it (RFC 8176). */
export interface Login {
  accountId: string
  amr: readonly string[]
  /** The latest end of the account's sessions before the proof was checked; a later one refuses the sign-in. */
  accessEnd: string | null
}

/** Seconds for which a ticket is valid: a few redirects of the browser that got it. */
const LIFETIME = 60
const KIND = 'LoginTicket'

/**
 * Signs in the browser of this request without another form: it gets a ticket in a cookie and is redirected to the
 * start of a sign-in, whose interaction redeems it, and which returns to the path. The provider's session of another account
 * ends in this browser, because it would sign in silently as that account.
 */
export async function redirectSignedIn(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { accountId, amr }: Omit<Login, 'accessEnd'>,
  returnTo: string,
): Promise<FastifyReply> {
  const ticket = randomBytes(32).toString('base64url')
  await insertRecord(ctx.db, {
    kind: KIND,
    id: hashSecret(ticket),
    account_id: accountId,
    payload: JSON.stringify({ amr, accessEnd: await findAccessEnd(ctx.db, accountId) }),
    expires_at: new Date(ctx.clock.now().getTime() + LIFETIME * 1000),
  })
  const { name, attributes } = getCookie(request.host)
  reply.setCookie(name, ticket, { ...attributes, maxAge: LIFETIME })
  for (const cookie of [PROVIDER_SESSION_COOKIE, `${PROVIDER_SESSION_COOKIE}.sig`])
    reply.clearCookie(cookie, { path: '/identity' })
  const address = `${SIGN_IN_PATH}?${new URLSearchParams({ returnTo })}`
  return reply.header('cache-control', 'no-store').redirect(address, 303)
}

/** Redeems the ticket of this browser, once; null without a valid one. */
export async function redeemLoginTicket(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Login | null> {
  const { name, attributes } = getCookie(request.host)
  const ticket = request.cookies[name]
  if (!ticket) return null
  reply.clearCookie(name, attributes)
  const record = await takeRecord(ctx.db, { kind: KIND, id: hashSecret(ticket) })
  if (!record?.account_id || !record.expires_at || record.expires_at <= ctx.clock.now()) return null
  const { amr, accessEnd } = record.payload as Pick<Login, 'amr' | 'accessEnd'>
  return { accountId: record.account_id, amr, accessEnd }
}

/** The prefix keeps sibling hosts from planting a ticket, and with it their account; it needs TLS and the root path. */
function getCookie(host: string) {
  const secure = getEnvironmentByHost(host) !== 'development'
  return {
    name: `${secure ? '__Host-' : ''}keepsake_login_ticket`,
    attributes: { path: '/', httpOnly: true, sameSite: 'lax', secure } as const,
  }
}
