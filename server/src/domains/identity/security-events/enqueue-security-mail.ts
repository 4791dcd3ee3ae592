import type { SecurityEventKind } from '#contract/journal.ts'
import type { Context, Tx } from '#server/context.ts'
import type { Customer } from '../../customers/index.ts'
import { securityMail } from '../job-kinds.ts'
import { createMailToken, createNotMeToken, type Purpose } from '../mail-links/mail-tokens.ts'

const DAY_SECONDS = 86_400

/** The links of buttons that need a token. */
const ACTIONS: Partial<Record<SecurityEventKind, { purpose: Purpose; seconds: number }>> = {
  'email.change-requested': { purpose: 'stop-email-change', seconds: DAY_SECONDS },
}

/** Stores the links of a mail about an event and queues it. */
export async function enqueueSecurityMail(
  ctx: Context,
  tx: Tx,
  { account_id: accountId, brand_id: brandId, locale, deleted_at: closedAt, email }: Customer,
  mail: { eventId: string; kind: SecurityEventKind; to: string; count?: number },
): Promise<void> {
  const { eventId, kind, to, count } = mail
  const token = { accountId, payload: { email: to, brandId, locale } }
  // A former address keeps a closed account by bringing itself back, which ends all access.
  const revert = { purpose: 'revert-email', seconds: 30 * DAY_SECONDS } as const
  const action = closedAt && to !== email ? revert : ACTIONS[kind]
  const actionTicket = action ? (await createMailToken(ctx, tx, { ...token, ...action })).ticket : null
  const notMeTicket = action === revert ? null : await createNotMeToken(ctx, tx, token)
  await ctx.jobs.send(tx, securityMail, [
    { accountId, eventId, to, notMeTicket, actionTicket, ...(count && { count }) },
  ])
}
