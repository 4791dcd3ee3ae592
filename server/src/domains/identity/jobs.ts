import { millisecondsInDay } from 'date-fns/constants'
import type { Context } from '#server/context.ts'
import { defineJob, handleJob, type JobKind, type JobRegistration } from '#server/platform/jobs/jobs.ts'
import { type Customer, findCustomer } from '../customers/index.ts'
import { sendMail } from '../mails/index.ts'
import { identityMail } from './job-kinds.ts'
import { renderLinkEmail } from './mail-links/link-email.ts'
import { findMailTokenByTicket, type MailToken, type Purpose } from './mail-links/mail-tokens.ts'
import { deleteDevicesCreatedBefore } from './store/devices.ts'
import { deleteExpiredMailTokens } from './store/mail-tokens.ts'
import { deleteExpiredRecords } from './store/oidc-records.ts'
import { deleteCountsBefore } from './store/rate-counts.ts'

const cleanUpJob: JobKind<object> = defineJob('identity-sweep', { schedule: '*/15 * * * *' })

export const identityJobs: readonly JobRegistration<Context>[] = [
  handleJob(identityMail, async (ctx, payloads) => {
    for (const { ticket } of payloads) await sendLink(ctx, ticket)
  }),
  handleJob(cleanUpJob, ctx => cleanUpIdentity(ctx)),
]

async function sendLink(ctx: Context, ticket: string): Promise<void> {
  const mailToken = await findMailTokenByTicket(ctx, ticket)
  if (!mailToken || !shouldMail(mailToken)) return
  const customer = await findCustomer(ctx.db, mailToken.accountId)
  if (!canReceive(mailToken.purpose, customer)) return
  const locale = customer?.locale ?? mailToken.payload.locale
  const { purpose, payload, token, createdAt, expiresAt } = mailToken
  await sendMail(
    ctx,
    { accountId: customer?.account_id ?? null, kind: purpose },
    renderLinkEmail(ctx.config, purpose, { ...payload, locale }, { token, createdAt, expiresAt }),
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
 * Deletes expired provider records, mailed links a day after they expired, rate limit counters after a day, and devices that
 * cannot be signed in any more.
 */
export async function cleanUpIdentity(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const yesterday = new Date(now.getTime() - millisecondsInDay)
  await deleteExpiredRecords(ctx.db, now)
  await deleteExpiredMailTokens(ctx.db, yesterday)
  await deleteCountsBefore(ctx.db, yesterday)
  await deleteDevicesCreatedBefore(ctx.db, new Date(now.getTime() - DEVICE_DAYS * millisecondsInDay))
}

/** A grant lives 30 days (provider.ts); a device stays as long after it, for the events that name it. */
const DEVICE_DAYS = 60
