import { millisecondsInDay } from 'date-fns/constants'
import { SECURITY_EVENT_DAYS } from '#contract/security.ts'
import type { Context } from '#server/context.ts'
import { defineJob, handleJob, type JobKind, type JobRegistration } from '#server/platform/jobs/jobs.ts'
import { type Customer, findCustomer } from '../customers/index.ts'
import { sendMail } from '../mails/index.ts'
import { FORMER_EMAIL_DAYS } from './former-emails/former-emails.ts'
import { deleteFormerEmailsBefore } from './former-emails/store.ts'
import { identityMail, securityMail } from './job-kinds.ts'
import { renderLinkEmail } from './mail-links/link-email.ts'
import type { MailedPurpose } from './mail-links/mail-link.ts'
import { findMailTokenByTicket, type MailToken, type Purpose } from './mail-links/mail-tokens.ts'
import { sendSecurityMail } from './security-events/send-security-mail.ts'
import { deleteSecurityEventsBefore } from './security-events/store.ts'
import { enqueueDueSummaries } from './security-events/summaries.ts'
import { deleteDevicesCreatedBefore } from './store/devices.ts'
import { deleteExpiredMailTokens } from './store/mail-tokens.ts'
import { deleteExpiredRecords } from './store/oidc-records.ts'
import { deleteCountsBefore } from './store/rate-counts.ts'

const cleanUpJob: JobKind<object> = defineJob('identity-sweep', { schedule: '*/15 * * * *' })

export const identityJobs: readonly JobRegistration<Context>[] = [
  handleJob(identityMail, async (ctx, payloads) => {
    for (const { ticket, notMeTicket } of payloads) await sendLink(ctx, ticket, notMeTicket)
  }),
  handleJob(securityMail, async (ctx, payloads) => {
    for (const mail of payloads) await sendSecurityMail(ctx, mail)
  }),
  handleJob(cleanUpJob, ctx => cleanUpIdentity(ctx)),
]

async function sendLink(ctx: Context, ticket: string, notMeTicket?: string): Promise<void> {
  const mailToken = await findMailTokenByTicket(ctx, ticket)
  if (!mailToken || !shouldMail(mailToken)) return
  const notMe = notMeTicket === undefined ? undefined : await findMailTokenByTicket(ctx, notMeTicket)
  const customer = await findCustomer(ctx.db, mailToken.accountId)
  if (!canReceive(mailToken.purpose, customer)) return
  const locale = customer?.locale ?? mailToken.payload.locale
  const { payload, token, createdAt, expiresAt } = mailToken
  const purpose = mailToken.purpose as MailedPurpose
  const link = { token, notMeToken: notMe?.token, createdAt, expiresAt }
  await sendMail(
    ctx,
    {
      accountId: customer?.account_id ?? null,
      kind: payload.reason === 'locked' ? 'account-locked' : purpose,
    },
    renderLinkEmail(ctx.config, purpose, { ...payload, locale }, link),
  )
}

/** A sign-up has no account yet; the link that reopens an account is mailed to a closed one. */
function canReceive(purpose: Purpose, customer: Customer | undefined): boolean {
  if (purpose === 'sign-up') return !customer?.deleted_at
  return customer !== undefined && (purpose === 'keep-account' || !customer.deleted_at)
}

/**
 * Returns false for a link that was used or has expired since. A superseded change of the address is still mailed, so
 * that every accepted request is answered by a mail.
 */
function shouldMail({ isUsable, isExpired, purpose, payload }: MailToken): boolean {
  return isUsable || (purpose === 'change-email' && payload !== null && !isExpired)
}

/**
 * Deletes expired provider records, mailed links a day after they expired, rate limit counters after a day, devices that
 * cannot be signed in any more, former addresses and old events; mails summaries that are due.
 */
export async function cleanUpIdentity(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * millisecondsInDay)
  const yesterday = daysAgo(1)
  await enqueueDueSummaries(ctx)
  await deleteSecurityEventsBefore(ctx.db, daysAgo(SECURITY_EVENT_DAYS))
  // Those of a closed account are needed until it is erased, which is a grace period after its closing.
  await deleteFormerEmailsBefore(ctx.db, daysAgo(2 * FORMER_EMAIL_DAYS + ctx.config.closureGraceDays))
  await deleteExpiredRecords(ctx.db, now)
  await deleteExpiredMailTokens(ctx.db, yesterday)
  await deleteCountsBefore(ctx.db, yesterday)
  await deleteDevicesCreatedBefore(ctx.db, new Date(now.getTime() - DEVICE_DAYS * millisecondsInDay))
}

/** A grant lives 30 days (provider.ts); a device stays as long after it, for the events that name it. */
const DEVICE_DAYS = 60
