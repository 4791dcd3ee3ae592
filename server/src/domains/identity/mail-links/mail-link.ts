import type { Context, Tx } from '#server/context.ts'
import { identityMail } from '../job-kinds.ts'
import { createMailToken, createNotMeToken, type MailTokenPayload, type Purpose } from './mail-tokens.ts'

/** Purposes of links with a mail of their own; others are second links of mails about the account's security. */
export type MailedPurpose = Exclude<Purpose, 'stop-email-change' | 'stop-erasure' | 'not-me'>

export interface MailLink {
  accountId: string
  purpose: MailedPurpose
  payload: MailTokenPayload
  /** Lifetime of the link. */
  seconds: number
  /** Whether the mail has a second link, which ends all access to the account. */
  offersNotMe?: boolean
}

/**
 * Stores a one-time link and queues its mail in the same transaction; returns its token. A job sends the mail, so that
 * response times do not depend on the mail server.
 */
export async function enqueueMailLink(ctx: Context, tx: Tx, link: MailLink): Promise<string> {
  const { ticket, token } = await createMailToken(ctx, tx, link)
  const notMeTicket = link.offersNotMe ? await createNotMeToken(ctx, tx, link) : null
  await ctx.jobs.send(tx, identityMail, [{ ticket, ...(notMeTicket && { notMeTicket }) }])
  return token
}
