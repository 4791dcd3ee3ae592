import { randomBytes } from 'node:crypto'
import type { Context, Reader, Tx } from '#server/context.ts'
import { findRow, insertRows } from '../../../platform/db/rows.ts'
import { hashSecret } from '../hash.ts'
import { extendMailTokens, setMailTokensOfAccountUsed, setMailTokenUsed } from '../store/mail-tokens.ts'

/**
 * What each mailed link gives to who opens it: the one table of links. 'access' is listed, and ends with all access; 'protection' ends
 * what others do, so that a thief with the account must not be able to end it: only its use or expiry does.
 */
const PURPOSES = {
  'new-password': 'access',
  'sign-up': 'access',
  'change-email': 'access',
  'delete-account': 'access',
  'keep-account': 'access',
  'already-here': 'nothing',
  'revert-email': 'protection',
  'not-me': 'protection',
  'stop-email-change': 'protection',
  'stop-erasure': 'protection',
} as const

export type Purpose = keyof typeof PURPOSES

const listPurposes = (gives: (typeof PURPOSES)[Purpose]) =>
  (Object.keys(PURPOSES) as Purpose[]).filter(purpose => PURPOSES[purpose] === gives)

export const ACCESS_PURPOSES: readonly string[] = listPurposes('access')
export const PROTECTIVE_PURPOSES: readonly string[] = listPurposes('protection')

/** The stored state of a mailed link. */
export interface MailToken {
  accountId: string
  purpose: Purpose
  /** Null once the link is used, except for a confirmed change of the address. */
  payload: MailTokenPayload
  createdAt: Date
  expiresAt: Date
  isUsed: boolean
  isExpired: boolean
  /** Neither used nor expired. */
  isUsable: boolean
}

export interface MailTokenPayload {
  email: string
  /** The address at the time of the request; a link that changes the address is bound to it. */
  presentEmail?: string
  brandId: string
  locale: string
  /** Browser and system of the request, where they are known; see findDeviceName. */
  deviceName?: string | undefined
  /** Whether the owner no longer controls the address that a change replaces. */
  isOldAddressLost?: boolean
  /** The path that was requested before a sign-up, encrypted: it may have a secret. */
  returnPath?: string | undefined
  /** Why the link is mailed: 'locked' after all access was ended. */
  reason?: 'locked'
  /** The entry of the journal that the mail is about. */
  entryId?: string
  /** Before this instant (ISO 8601) the link cannot be used yet. */
  notBefore?: string
}

export type LinkToken = MailToken & { token: string }

/**
 * Stores a one-time link and returns its ticket and its token. The token is derived from the ticket and the server's
 * secret: the job that sends the mail can derive it again, and neither the table nor the queue contains it.
 */
export async function createMailToken(
  ctx: Context,
  tx: Tx,
  token: { accountId: string; purpose: Purpose; payload: MailTokenPayload; seconds: number },
): Promise<{ ticket: string; token: string }> {
  const ticket = randomBytes(32).toString('base64url')
  const linkToken = deriveTokens(ctx, ticket)[0]!
  const now = ctx.clock.now()
  await insertRows(tx.db, 'mail_tokens', {
    account_id: token.accountId,
    token_hash: hashSecret(linkToken),
    purpose: token.purpose,
    payload: JSON.stringify(token.payload),
    created_at: now,
    expires_at: new Date(now.getTime() + token.seconds * 1000),
  })
  return { ticket, token: linkToken }
}

/** Finds the 256-bit token of a ticket, as used in the link, with its state; also if the secret was rotated since. */
export async function findMailTokenByTicket(ctx: Context, ticket: string): Promise<LinkToken | undefined> {
  for (const token of deriveTokens(ctx, ticket)) {
    const mailToken = await findMailToken(ctx, token)
    if (mailToken) return { ...mailToken, token }
  }
  return undefined
}

/** Returns the tokens of a ticket by each secret, the current one first. */
const deriveTokens = (ctx: Context, ticket: string) =>
  ctx.signer.macs('mail-tokens', ticket).map(mac => mac.toString('base64url'))

/** Finds a token without consuming it: mail scanners follow links, so GET and HEAD must not consume. */
export async function findMailToken(
  ctx: Context,
  token: string,
  purpose?: Purpose,
  db: Reader = ctx.db,
): Promise<MailToken | undefined> {
  const row = await findRow(db, 'mail_tokens', { token_hash: hashSecret(token) })
  if (!row || (purpose && row.purpose !== purpose)) return undefined
  const isUsed = row.used_at !== null
  const isExpired = row.expires_at <= ctx.clock.now()
  return {
    accountId: row.account_id,
    purpose: row.purpose as Purpose,
    payload: row.payload as unknown as MailTokenPayload,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    isUsed,
    isExpired,
    isUsable: !isUsed && !isExpired,
  }
}

/** Ends all unused links of the account that do not protect it. A new password and 'It wasn't me' do that by the rules of access/. */
export function endLinksOfAccount(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  return setMailTokensOfAccountUsed(tx, accountId, ctx.clock.now(), PROTECTIVE_PURPOSES)
}

/** Lets the links that protect the account work until that instant at least. */
export function extendProtectiveLinks(ctx: Context, tx: Tx, accountId: string, until: Date): Promise<void> {
  return extendMailTokens(tx, accountId, PROTECTIVE_PURPOSES, { until, now: ctx.clock.now() })
}

const NOT_ME_SECONDS = 30 * 86_400

/**
 * Stores a link that ends all access to the account, for a mail about its security; null with an external identity
 * provider, which has the password.
 */
export async function createNotMeToken(
  ctx: Context,
  tx: Tx,
  token: { accountId: string; payload: MailTokenPayload },
): Promise<string | null> {
  if (ctx.config.oidc) return null
  const { ticket } = await createMailToken(ctx, tx, { ...token, purpose: 'not-me', seconds: NOT_ME_SECONDS })
  return ticket
}

/**
 * Consumes the token and deletes its payload, unless `keepPayload` is set so that a repetition can be recognised; false when
 * it is used, expired or unknown.
 */
export function consumeMailToken(
  ctx: Context,
  tx: Tx,
  token: string,
  purpose: Purpose,
  { keepPayload = false } = {},
): Promise<boolean> {
  return setMailTokenUsed(tx, hashSecret(token), { purpose, now: ctx.clock.now(), keepPayload })
}
