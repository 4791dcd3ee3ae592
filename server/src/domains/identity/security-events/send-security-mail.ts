import type { SecurityEventKind } from '#contract/security.ts'
import type { Context } from '#server/context.ts'
import { findCustomer } from '../../customers/index.ts'
import { sendMail } from '../../mails/index.ts'
import { listSecurityRecipients } from '../former-emails/former-emails.ts'
import type { SecurityMail } from '../job-kinds.ts'
import { findMailTokenByTicket, type LinkToken } from '../mail-links/mail-tokens.ts'
import { renderSecurityMail } from './render-security-mail.ts'
import { findSecurityEvent } from './store.ts'

/**
 * Sends a mail about an event; none for an account that is erased, and none to an address that is not the account's any
 * more, as that of an attacker after its change was reverted.
 */
export async function sendSecurityMail(ctx: Context, mail: SecurityMail): Promise<void> {
  const { accountId, eventId, to, count, isNotice = false } = mail
  const event = await findSecurityEvent(ctx.db, accountId, eventId)
  const customer = await findCustomer(ctx.db, accountId)
  if (!event || !customer || customer.erasing_at) return
  if (!isNotice && !(await listSecurityRecipients(ctx, ctx.db, customer)).includes(to)) return
  const kind = count === undefined ? (event.kind as SecurityEventKind) : 'sign-in.more-devices'
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

/** Finds the link of a ticket; null for none and for one that was deleted since. */
async function findLink(ctx: Context, ticket: string | null): Promise<LinkToken | null> {
  return ticket === null ? null : ((await findMailTokenByTicket(ctx, ticket)) ?? null)
}
