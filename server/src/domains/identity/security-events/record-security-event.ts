import { randomUUID } from 'node:crypto'
import { millisecondsInDay } from 'date-fns/constants'
import type { SecurityEventKind } from '#contract/security.ts'
import type { Context, Tx } from '#server/context.ts'
import { greaterThan, listValues } from '../../../platform/db/rows.ts'
import { findCustomer } from '../../customers/index.ts'
import { listSecurityRecipients } from '../former-emails/former-emails.ts'
import { securityMail } from '../job-kinds.ts'
import { lockCounts } from '../store/rate-counts.ts'
import { enqueueSecurityMail } from './enqueue-security-mail.ts'
import { insertSecurityEvent } from './store.ts'

/** An act that concerns the security of an account. */
export interface SecurityEvent {
  accountId: string
  kind: SecurityEventKind
  /** Now by default. */
  at?: Date
  /** The session that did it, if one did. */
  grantId?: string | null
  /** Browser and system, 'Firefox, Windows'; see describeRequest. */
  deviceName?: string | null
  /** Shortened address; see describeRequest. */
  network?: string | null
  /**
   * Facts of its kind; never a secret. The mail shows `name`, `hint`, `scopes`, `address` and `orderCode`, and the instant
   * `expiresAt` (ISO 8601).
   */
  detail?: Readonly<Record<string, string>>
  /** Addresses to which the act sends a mail of its own. */
  mailedTo?: readonly string[]
  /** Addresses that others may read: their mails have no link. */
  noticeTo?: readonly string[]
}

/**
 * Records the event and queues its mails in the transaction of the act, so that no act is without its event and no event
 * without its act. The mails go to the account's address and to those of the last 30 days; returns the event's id.
 */
export async function recordSecurityEvent(ctx: Context, tx: Tx, event: SecurityEvent): Promise<string> {
  const { accountId, kind, at = ctx.clock.now(), grantId, deviceName, network, detail = {} } = event
  const eventId = randomUUID()
  const summaryDueAt = kind === 'sign-in.new-device' ? await findSummaryTime(tx, accountId, at) : null
  await insertSecurityEvent(tx, {
    account_id: accountId,
    event_id: eventId,
    kind,
    at,
    grant_id: grantId ?? null,
    device_name: deviceName ?? null,
    network: network ?? null,
    detail: JSON.stringify(detail),
    summary_due_at: summaryDueAt,
  })
  const customer = await findCustomer(tx.db, accountId)
  if (!customer || summaryDueAt) return eventId
  const { mailedTo = [], noticeTo = [] } = event
  const recipients = await listSecurityRecipients(ctx, tx.db, customer)
  for (const to of recipients.filter(email => !mailedTo.includes(email) && !noticeTo.includes(email)))
    await enqueueSecurityMail(ctx, tx, customer, { eventId, kind, to })
  // Without any link, because others may read these addresses.
  const notice = { accountId, eventId, notMeTicket: null, actionTicket: null, isNotice: true }
  for (const to of noticeTo) await ctx.jobs.send(tx, securityMail, [{ ...notice, to }])
  return eventId
}

/** Mails about new devices in a day; later ones are one summary. */
const NEW_DEVICE_MAILS_MAX = 5

/** Returns when a sign-in on a new device is mailed in a summary: a day after the first that was mailed; null for at once. */
async function findSummaryTime(tx: Tx, accountId: string, at: Date): Promise<Date | null> {
  await lockCounts(tx, `new-device ${accountId}`)
  const yesterday = new Date(at.getTime() - millisecondsInDay)
  const withMails = {
    account_id: accountId,
    kind: 'sign-in.new-device',
    at: greaterThan(yesterday),
    summary_due_at: null,
  }
  const mailed = await listValues(tx.db, 'security_events', withMails, 'at', 'at')
  return mailed.length < NEW_DEVICE_MAILS_MAX ? null : new Date(mailed[0]!.getTime() + millisecondsInDay)
}
