import { addDays } from 'date-fns/addDays'
import { addSeconds } from 'date-fns/addSeconds'
import { JOURNAL_KINDS, type SecurityEventKind } from '#contract/journal.ts'
import type { Context, Tx } from '#server/context.ts'
import { getSignIns } from '#server/http/step-up.ts'
import { type Customer, findCustomer } from '../../customers/index.ts'
import { type EntryRow, findEntry, listEntries, type NewEntry, record } from '../../journal/index.ts'
import { listSecurityRecipients } from '../former-emails/former-emails.ts'
import { securityMail, securitySummary } from '../job-kinds.ts'
import { createMailToken, createNotMeToken, type Purpose } from '../mail-links/mail-tokens.ts'
import { countAttemptIn, NEW_DEVICE_CHANGES_LIMIT } from '../sign-in/rate-limits.ts'
import { lockCounts } from '../store/rate-counts.ts'
import type { MailedKind } from './render-security-mail.ts'

/**
 * An act that concerns the security of an account. The mail shows `name`, `hint`, `scopes`, `address` and `orderCode` of its facts, and
 * the instant `expiresAt` (ISO 8601).
 */
export interface SecurityEvent extends NewEntry {
  kind: SecurityEventKind
  /** Addresses to which the act sends a mail of its own. */
  mailedTo?: readonly string[]
  /** Addresses that others may read: their mails have no link. */
  noticeTo?: readonly string[]
}

/**
 * Records the event in the journal and queues its mails in the transaction of the act. The mails go to the account's address and to
 * those of the last 30 days; returns the event's id.
 */
export async function recordSecurityEvent(ctx: Context, tx: Tx, event: SecurityEvent): Promise<string> {
  const { mailedTo = [], noticeTo = [], ...entry } = event
  const { accountId, kind } = entry
  const firstMailed = kind === 'sign-in.new-device' ? await findFirstMailed(ctx, tx, entry) : undefined
  if (firstMailed) return recordForSummary(ctx, tx, entry, firstMailed)
  const eventId = await record(ctx, tx, entry)
  if (JOURNAL_KINDS[kind].isMerged && (await hasGrown(tx, accountId, eventId))) return eventId
  await mailEntry(ctx, tx, { accountId, eventId, kind, mailedTo, noticeTo })
  return eventId
}

/** Whether an entry has more than one call: its first one is mailed. */
const hasGrown = async (tx: Tx, accountId: string, entryId: string) =>
  (await findEntry(tx.db, accountId, entryId))?.until !== null

/** Queues the mails about an entry of the journal. Those of merged calls wait for its other calls. */
export async function mailEntry(
  ctx: Context,
  tx: Tx,
  {
    accountId,
    eventId,
    kind,
    mailedTo = [],
    noticeTo = [],
  }: { accountId: string; eventId: string; kind: MailedKind } & Pick<SecurityEvent, 'mailedTo' | 'noticeTo'>,
): Promise<void> {
  const customer = await findCustomer(tx.db, accountId)
  if (!customer) return
  const recipients = await listSecurityRecipients(ctx, tx.db, customer)
  for (const to of recipients.filter(email => !mailedTo.includes(email) && !noticeTo.includes(email)))
    await enqueueSecurityMail(ctx, tx, customer, { eventId, kind, to })
  // Without any link, because others may read these addresses.
  const notice = { accountId, eventId, notMeTicket: null, actionTicket: null, isNotice: true }
  for (const to of noticeTo) await ctx.jobs.send(tx, securityMail, [{ ...notice, to }])
}

/** Within a minute, as customers are promised. */
const MERGED_MAIL_SECONDS = 45

/** Mails the owner of an entry that a new device has made, the first in a day, although it is no event of the account's security. */
export async function mailFirstChange(
  ctx: Context,
  tx: Tx,
  { accountId, entryId: eventId }: { accountId: string; entryId: string },
): Promise<void> {
  if (!(await getSignIns(ctx)?.isNewDevice(ctx, tx.db, accountId))) return
  if ((await countAttemptIn(ctx, tx, NEW_DEVICE_CHANGES_LIMIT, accountId)) !== null) return
  const customer = await findCustomer(tx.db, accountId)
  if (!customer) return
  for (const to of await listSecurityRecipients(ctx, tx.db, customer))
    await enqueueSecurityMail(ctx, tx, customer, { eventId, to })
}

/** Mails about new devices in a day; later ones are one summary. */
const NEW_DEVICE_MAILS_MAX = 5

const NEW_DEVICES_MAX = 1000

/** Finds the first of the new devices of a day that were mailed, once there are as many as are mailed. */
async function findFirstMailed(
  ctx: Context,
  tx: Tx,
  { accountId, at = ctx.clock.now() }: NewEntry,
): Promise<EntryRow | undefined> {
  await lockCounts(tx, `new-device ${accountId}`)
  const entries = await listNewDevices(tx, accountId, addDays(at, -1))
  const mailed = entries.filter(({ detail }) => detail.summary === undefined)
  return mailed.length < NEW_DEVICE_MAILS_MAX ? undefined : mailed.at(-1)
}

/** Records a sign-in that is mailed in a summary, a day after the first one that was mailed; its id names the summary. */
async function recordForSummary(
  ctx: Context,
  tx: Tx,
  entry: NewEntry,
  { entry_id: summaryId, at }: EntryRow,
): Promise<string> {
  const payload = { accountId: entry.accountId, summaryId }
  await ctx.jobs.send(tx, securitySummary, [payload], { id: summaryId, startAfter: addDays(at, 1) })
  return record(ctx, tx, { ...entry, detail: { ...entry.detail, summary: summaryId } })
}

/** Queues one mail to each address about the sign-ins on new devices that had no mail of their own. */
export async function enqueueSummary(
  ctx: Context,
  tx: Tx,
  { accountId, summaryId }: { accountId: string; summaryId: string },
): Promise<void> {
  const customer = await findCustomer(tx.db, accountId)
  // They are of the day before, and the job may be late.
  const entries = await listNewDevices(tx, accountId, addDays(ctx.clock.now(), -SUMMARY_DAYS))
  const summarized = entries.filter(({ detail }) => detail.summary === summaryId)
  const [latest] = summarized
  if (!latest || !customer || customer.erasing_at) return
  const mail = { eventId: latest.entry_id, kind: 'sign-in.new-device', count: summarized.length } as const
  for (const to of await listSecurityRecipients(ctx, tx.db, customer))
    await enqueueSecurityMail(ctx, tx, customer, { ...mail, to })
}

const SUMMARY_DAYS = 30

const listNewDevices = (tx: Tx, accountId: string, since: Date): Promise<EntryRow[]> =>
  listEntries(tx.db, accountId, { since, kinds: ['sign-in.new-device'], limit: NEW_DEVICES_MAX })

const DAY_SECONDS = 86_400

/** The links of buttons that need a token. */
const ACTIONS: Partial<Record<MailedKind, { purpose: Purpose; seconds: number }>> = {
  'email.change-requested': { purpose: 'stop-email-change', seconds: DAY_SECONDS },
  // Longer than the longest wait, to say that it is too late.
  'photos.erasure-requested': { purpose: 'stop-erasure', seconds: 30 * DAY_SECONDS },
}

/** Stores the links of a mail about an event and queues it. */
async function enqueueSecurityMail(
  ctx: Context,
  tx: Tx,
  { account_id: accountId, brand_id: brandId, locale, deleted_at: closedAt, email }: Customer,
  mail: { eventId: string; kind?: MailedKind; to: string; count?: number },
): Promise<void> {
  const { eventId, kind, to, count } = mail
  const token = { accountId, payload: { email: to, brandId, locale, entryId: eventId } }
  // A former address keeps a closed account by bringing itself back, which ends all access.
  const revert = { purpose: 'revert-email', seconds: 30 * DAY_SECONDS } as const
  const action = closedAt && to !== email ? revert : kind && ACTIONS[kind]
  const actionTicket = action ? (await createMailToken(ctx, tx, { ...token, ...action })).ticket : null
  const notMeTicket = action === revert ? null : await createNotMeToken(ctx, tx, token)
  const payload = { accountId, eventId, to, notMeTicket, actionTicket, ...(count && { count }) }
  const startAfter = kind && JOURNAL_KINDS[kind].isMerged && addSeconds(ctx.clock.now(), MERGED_MAIL_SECONDS)
  await ctx.jobs.send(tx, securityMail, [payload], startAfter ? { startAfter } : {})
}
