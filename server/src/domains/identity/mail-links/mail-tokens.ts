import { createHmac, randomBytes } from 'node:crypto'
import type { Context, Tx } from '#server/context.ts'
import { hashOf } from '../hash.ts'
import { findMailTokenByHash, insertMailToken, setMailTokenUsed } from '../store/mail-tokens.ts'

export type Purpose = 'new-password' | 'sign-up' | 'already-here'

/** What a link that was sent by mail stands for. */
export interface MailToken {
  accountId: string
  purpose: Purpose
  payload: MailTokenPayload
  usable: boolean
}

export interface MailTokenPayload {
  email: string
  brandId: string
  locale: string
  /** Origin the customer was on when asking; the link leads back there. */
  origin: string
  passwordHash?: string
}

/**
 * Stores a one-time link and answers its ticket. The link's token is derived from the ticket and the server's secret:
 * the job that sends the mail can make it again, and neither table nor queue holds it.
 */
export async function createMailToken(
  ctx: Context,
  tx: Tx,
  token: { accountId: string; purpose: Purpose; payload: MailTokenPayload; seconds: number },
): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  const now = ctx.clock.now()
  await insertMailToken(tx, {
    account_id: token.accountId,
    token_hash: hashOf(tokenOf(ctx, ticket)),
    purpose: token.purpose,
    payload: JSON.stringify(token.payload),
    created_at: now,
    expires_at: new Date(now.getTime() + token.seconds * 1000),
  })
  return ticket
}

/** The 256-bit token of a ticket, as it stands in the link. */
export function tokenOf(ctx: Context, ticket: string): string {
  return createHmac('sha256', ctx.signer.derive('mail-tokens')).update(ticket).digest('base64url')
}

/** Looks at a token without using it up: mail scanners follow links (GET and HEAD never consume). */
export async function findMailToken(
  ctx: Context,
  token: string,
  purpose?: Purpose,
): Promise<MailToken | undefined> {
  const row = await findMailTokenByHash(ctx.db, hashOf(token))
  if (!row || (purpose && row.purpose !== purpose)) return undefined
  return {
    accountId: row.account_id,
    purpose: row.purpose as Purpose,
    payload: row.payload as unknown as MailTokenPayload,
    usable: row.used_at === null && row.expires_at > ctx.clock.now(),
  }
}

/** Uses the token up, once; false when it is used, expired or unknown. What it carried is forgotten. */
export function consumeMailToken(ctx: Context, tx: Tx, token: string, purpose: Purpose): Promise<boolean> {
  return setMailTokenUsed(tx, hashOf(token), purpose, ctx.clock.now())
}
