import type { Context, Tx } from '#server/context.ts'
import { identityMail } from '../job-kinds.ts'
import { createMailToken, type MailTokenPayload, type Purpose } from './mail-tokens.ts'

export interface MailLink {
  accountId: string
  purpose: Purpose
  payload: MailTokenPayload
  /** Lifetime of the link. */
  seconds: number
}

/**
 * Stores a one-time link and queues its mail in the same transaction; returns its token. A job sends the mail, so that
 * response times do not depend on the mail server.
 */
export async function enqueueMailLink(ctx: Context, tx: Tx, link: MailLink): Promise<string> {
  const { ticket, token } = await createMailToken(ctx, tx, link)
  await ctx.jobs.send(tx, identityMail, [{ ticket }])
  return token
}
