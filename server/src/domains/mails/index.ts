import { randomUUID } from 'node:crypto'
import { ACTIVITY_DAYS } from '#contract/activity.ts'
import { LOSS_KINDS, SECURITY_EVENT_KINDS } from '#contract/journal.ts'
import { type Context, change } from '../../context.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { insertRows, listValues, updateRow } from '../../platform/db/rows.ts'
import { defineJob, handleJob } from '../../platform/jobs/jobs.ts'
import type { Bounce } from '../../platform/mail/bounce.ts'
import { createBounceAddress } from '../../platform/mail/bounce-address.ts'
import {
  type BounceLimits,
  type BounceReceiver,
  startBounceReceiver,
} from '../../platform/mail/bounce-receiver.ts'
import { MailError, type MailMessage } from '../../platform/mail/mail.ts'
import { mailBounced } from './events.ts'
import { mailBounces, mailsSent } from './metrics.ts'
import { deleteMail, deleteMailsBefore, listMailLines } from './store.ts'
import { mailTables } from './tables.ts'

export { mailBounced } from './events.ts'
export { listBouncedMails, markSentToFormerAddress, type SentMailRow, WIDGET_SHARE } from './store.ts'

/** Clean-up: deletes old mails. */
export const cleanUpMailsJob = defineJob<Record<string, never>>('mails.clean-up', { schedule: '17 * * * *' })

/**
 * Mails are stored as long as the activity lists them; mail servers stop retrying after five days (RFC 5321 §4.5.4.1).
 */
const RETENTION_MS = ACTIVITY_DAYS * 86_400_000

/** Mails to customers and their bounces. */
export const mails = defineDomain({
  name: 'mails',
  dependsOn: [],
  tables: mailTables,
  jobs: [
    handleJob(cleanUpMailsJob, ctx =>
      deleteMailsBefore(ctx.db, new Date(ctx.clock.now().getTime() - RETENTION_MS)),
    ),
  ],
  emits: [mailBounced],
  metrics: { counted: [mailsSent, mailBounces] },
  caseLines: { list: listMailLines },
  eraseAccount: eraseRows(mailTables),
})

interface MailOfAccount {
  /** Null for a person without an account; a bounce is then not reported. */
  accountId: string | null
  kind: MailKind
  /** An id that the kind of mail defines; `mailBounced` contains it. */
  ref?: string
  /** Whether it goes to an address that the account had before. */
  toFormerAddress?: boolean
}

/**
 * Sends a mail and records it for 30 days, so that a bounce can be attributed to the account. Returns false when the
 * server rejected it permanently, which is stored as a bounce; throws a MailError when a retry may succeed. After any
 * error, also of the database, nothing was sent.
 */
export async function sendMail(ctx: Context, mail: MailOfAccount, message: MailMessage): Promise<boolean> {
  const mailId = randomUUID()
  const { accountId, kind, ref = '', toFormerAddress = false } = mail
  const { bounces } = ctx.config
  if (accountId)
    await insertRows(ctx.db, 'sent_mails', {
      mail_id: mailId,
      account_id: accountId,
      kind,
      ref,
      subject: message.subject,
      sent_at: ctx.clock.now(),
      to_former_address: toFormerAddress,
    }).catch(throwUnsent)
  try {
    const reply = await ctx.mail.send(
      bounces && accountId
        ? { ...message, returnPath: createBounceAddress(mailId, bounces.domain) }
        : message,
    )
    ctx.metrics.get(mailsSent).inc({ outcome: 'sent' })
    if (accountId) await storeReply(ctx, mailId, reply)
    return true
  } catch (error) {
    const isRefused = error instanceof MailError && error.permanent
    ctx.metrics.get(mailsSent).inc({ outcome: isRefused ? 'refused' : 'failed' })
    if (isRefused) {
      ctx.log.warn({ err: error, accountId, kind }, 'mail cannot be delivered')
      await storeReply(ctx, mailId, error.message)
      await recordBounce(ctx, mailId, { status: null }).catch(throwUnsent)
      return false
    }
    // The clean-up deletes its row.
    await deleteMail(ctx.db, mailId).catch(err =>
      ctx.log.warn({ err, accountId, kind }, 'a mail that was not sent is kept as sent'),
    )
    throw error
  }
}

/** Stores what the server replied, for customer care: the mail is sent, or refused, without it as well. */
const storeReply = (ctx: Context, mailId: string, reply: string): Promise<unknown> =>
  updateRow(ctx.db, 'sent_mails', { mail_id: mailId }, { reply }).catch(err =>
    ctx.log.warn({ err, mailId }, 'the reply of the mail server was not stored'),
  )

function throwUnsent(cause: unknown): never {
  throw new MailError('The mail was not sent: the database failed', false, { cause })
}

/** The kinds of all mails, as `sent_mails` stores them. */
export const MAIL_KINDS = [
  'new-password',
  'account-locked',
  'sign-up',
  'already-here',
  'change-email',
  'revert-email',
  'delete-account',
  'keep-account',
  'subscription',
  'export-ready',
  'reminder',
  'address-refused',
  'cancellation-accepted',
  'cancellation-refused',
  'order-payment-failed',
  'order-hold',
  'order-delayed',
  'order-ended',
  'order-refund',
  'order-resumed',
  'complaint',
  'business-status',
  'callbacks-off',
  'widget-share',
  'withdrawal-received',
  'withdrawal-confirmed',
  'withdrawal-rejected',
  ...SECURITY_EVENT_KINDS,
  ...LOSS_KINDS,
  'sign-in.more-devices',
  'changes.new-device',
] as const

export type MailKind = (typeof MAIL_KINDS)[number]

/** Stores that a mail bounced and emits `mailBounced`, once for each mail. Ignores unknown mails. */
async function recordBounce(ctx: Context, mailId: string, { status }: Bounce): Promise<void> {
  await change(ctx, async tx => {
    const unbounced = { mail_id: mailId, bounced_at: null }
    const bounce = { bounced_at: ctx.clock.now(), bounce_status: status }
    const mail = await updateRow(tx.db, 'sent_mails', unbounced, bounce)
    if (!mail) return
    const { account_id: accountId, kind, ref } = mail
    await ctx.events.emit(tx, mailBounced, { accountId, kind, ref })
    tx.afterCommit(() => ctx.metrics.get(mailBounces).inc())
    tx.afterCommit(() => ctx.log.warn({ accountId, kind, status }, 'mail bounced'))
  })
}

/** Receives the bounces of mails at the configured domain, until it is closed; null where none is configured. */
export async function receiveBounces(ctx: Context, limits?: BounceLimits): Promise<BounceReceiver | null> {
  const { bounces, host } = ctx.config
  if (!bounces) return null
  return startBounceReceiver({
    host,
    ...bounces,
    limits,
    findUnbounced: mailIds =>
      listValues(ctx.db, 'sent_mails', { mail_id: mailIds, bounced_at: null }, 'mail_id'),
    onBounce: (mailId, bounce) => recordBounce(ctx, mailId, bounce),
    onError: err => ctx.log.error({ err }, 'a bounce was not stored'),
  })
}
