import { millisecondsInDay } from 'date-fns/constants'
import { type Context, change } from '#server/context.ts'
import { handleEach, type JobRegistration, runOnSchedule } from '#server/platform/jobs/jobs.ts'
import { deleteRows, lessThan } from '../../platform/db/rows.ts'
import { type Customer, findCustomer } from '../customers/index.ts'
import { findEntry } from '../journal/index.ts'
import { sendMail } from '../mails/index.ts'
import { FORMER_EMAIL_DAYS, listSecurityRecipients } from './former-emails/former-emails.ts'
import { identityMail, type SecurityMail, securityMail, securitySummary } from './job-kinds.ts'
import { renderLinkEmail } from './mail-links/link-email.ts'
import type { MailedPurpose } from './mail-links/mail-link.ts'
import {
  findMailTokenByTicket,
  type LinkToken,
  type MailToken,
  type Purpose,
} from './mail-links/mail-tokens.ts'
import { enqueueSummary } from './security-events/record-security-event.ts'
import { type MailedKind, renderSecurityMail } from './security-events/render-security-mail.ts'

export const identityJobs: readonly JobRegistration<Context>[] = [
  handleEach(identityMail, (ctx, { ticket, notMeTicket }) => sendLink(ctx, ticket, notMeTicket)),
  handleEach(securityMail, sendSecurityMail),
  handleEach(securitySummary, (ctx, summary) => change(ctx, tx => enqueueSummary(ctx, tx, summary))),
  runOnSchedule('identity-sweep', '*/15 * * * *', cleanUpIdentity),
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
 * cannot be signed in any more, and former addresses.
 */
export async function cleanUpIdentity(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * millisecondsInDay)
  const yesterday = daysAgo(1)
  // Those of a closed account are needed until it is erased, which is a grace period after its closing.
  await deleteRows(ctx.db, 'former_emails', {
    until: lessThan(daysAgo(2 * FORMER_EMAIL_DAYS + ctx.config.closureGraceDays)),
  })
  await deleteRows(ctx.db, 'oidc_records', { expires_at: lessThan(now) })
  await deleteRows(ctx.db, 'mail_tokens', { expires_at: lessThan(yesterday) })
  await deleteRows(ctx.db, 'rate_counts', { window_start: lessThan(yesterday) })
  await deleteRows(ctx.db, 'devices', { created_at: lessThan(daysAgo(DEVICE_DAYS)) })
}

/** A grant lives 30 days (provider.ts); a device stays as long after it, for the events that name it. */
const DEVICE_DAYS = 60

/**
 * Sends a mail about an event; none for an account that is erased, and none to an address that is not the account's any
 * more, as that of an attacker after its change was reverted.
 */
async function sendSecurityMail(ctx: Context, mail: SecurityMail): Promise<void> {
  const { accountId, eventId, to, count, isNotice = false } = mail
  const event = await findEntry(ctx.db, accountId, eventId)
  const customer = await findCustomer(ctx.db, accountId)
  if (!event || !customer || customer.erasing_at) return
  if (!isNotice && !(await listSecurityRecipients(ctx, ctx.db, customer)).includes(to)) return
  const single = CHECKOUT_DETAILS.test(event.kind) ? 'changes.new-device' : (event.kind as MailedKind)
  const kind = count === undefined ? single : 'sign-in.more-devices'
  await sendMail(
    ctx,
    { accountId, kind, ref: eventId, toFormerAddress: to !== customer.email },
    renderSecurityMail(ctx.config, {
      kind,
      event,
      customer,
      to,
      count: count ?? 1,
      isNotice,
      notMe: await findLink(ctx, mail.notMeTicket),
      action: await findLink(ctx, mail.actionTicket),
    }),
  )
}

/** Kinds of what prefills the checkout, which are mailed where a new device changes it. */
const CHECKOUT_DETAILS = /^(?:address|payment-method)\./

/** Finds the link of a ticket; null for none and for one that was deleted since. */
async function findLink(ctx: Context, ticket: string | null): Promise<LinkToken | null> {
  return ticket === null ? null : ((await findMailTokenByTicket(ctx, ticket)) ?? null)
}
