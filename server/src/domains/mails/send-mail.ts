import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import { createBounceAddress } from '../../platform/mail/bounce-address.ts'
import { MailError, type MailMessage } from '../../platform/mail/mail.ts'
import { recordBounce } from './bounces.ts'
import type { MailKind } from './mail-kinds.ts'
import { mailsSent } from './metrics.ts'
import { deleteMail, insertMail } from './store.ts'

/** Account and topic of a mail. */
export interface MailOfAccount {
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
    await insertMail(ctx.db, {
      mail_id: mailId,
      account_id: accountId,
      kind,
      ref,
      subject: message.subject,
      sent_at: ctx.clock.now(),
      to_former_address: toFormerAddress,
    }).catch(throwUnsent)
  try {
    await ctx.mail.send(
      bounces && accountId
        ? { ...message, returnPath: createBounceAddress(mailId, bounces.domain) }
        : message,
    )
    ctx.metrics.get(mailsSent).inc({ outcome: 'sent' })
    return true
  } catch (error) {
    const isRefused = error instanceof MailError && error.permanent
    ctx.metrics.get(mailsSent).inc({ outcome: isRefused ? 'refused' : 'failed' })
    if (isRefused) {
      ctx.log.warn({ err: error, accountId, kind }, 'mail cannot be delivered')
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

function throwUnsent(cause: unknown): never {
  throw new MailError('The mail was not sent: the database failed', false, { cause })
}
