import { formatOrderDay } from '#locales/order-days.ts'
import type { Context } from '../../../context.ts'
import { getTranslator, toSupportedLocale } from '../../../platform/i18n/translate.ts'
import type { EmailLink } from '../../../platform/mail/email-link.ts'
import { renderEmail } from '../../../platform/mail/email-template.ts'
import type { MailMessage } from '../../../platform/mail/mail.ts'
import { createEmailLink, getBrandById, getShopLink, toEmailDesign } from '../../brands/index.ts'
import { type Customer, findActiveCustomer } from '../../customers/index.ts'
import { sendMail } from '../../mails/index.ts'
import { findWithdrawal, type WithdrawalRow } from '../store.ts'

/** Mails the customer that the retailer confirmed or rejected a withdrawal; nothing if it has another state by now. */
export async function sendDecision(
  ctx: Context,
  { withdrawalId, state }: { withdrawalId: string; state: 'confirmed' | 'rejected' },
): Promise<void> {
  const row = await findWithdrawal(ctx.db, withdrawalId)
  const customer = row?.account_id ? await findActiveCustomer(ctx.db, row.account_id) : undefined
  if (!row?.order_code || row.state !== state || !customer) return
  const mail = { accountId: row.account_id, kind: `withdrawal-${state}` } as const
  await sendMail(ctx, mail, renderDecision(ctx, { ...row, order_code: row.order_code }, customer))
}

function renderDecision(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  row: WithdrawalRow & { order_code: string },
  customer: Customer,
): MailMessage {
  const { reference, state, label_url: label } = row
  const brand = getBrandById(customer.brand_id)
  const locale = toSupportedLocale(customer.locale)
  const text = getTranslator(locale)
  const now = clock.now().getTime()
  const reader = { locale, timeZone: brand.timeZone, now }
  const sendBackBy =
    row.send_back_by &&
    row.send_back_by.getTime() > now &&
    formatOrderDay(reader, row.send_back_by.toISOString(), 'day', 'always')
  const isRejected = state === 'rejected'
  const order = {
    action: text('mail.view-order'),
    address: createEmailLink(config, brand, `/orders/${encodeURIComponent(row.order_code)}`),
  }
  const care = { action: text('app.contact-customer-care'), address: getShopLink(brand, 'contact') }
  const links =
    !isRejected && label
      ? { action: text('withdrawal.label'), address: label as EmailLink, other: order }
      : { ...order, other: care }
  return renderEmail(toEmailDesign(config, brand), {
    to: customer.email,
    lang: locale,
    subject: isRejected
      ? text('mail.withdrawal-rejected.subject')
      : sendBackBy
        ? text('mail.withdrawal-confirmed.subject', { date: sendBackBy })
        : text('mail.withdrawal-confirmed.subject-without-date'),
    body: text(isRejected ? 'mail.withdrawal-rejected.text' : 'mail.withdrawal-confirmed.text', {
      reference,
    }),
    quote: (isRejected && row.reason) || undefined,
    facts: [
      [text('mail.order'), row.order_code],
      [text('withdrawal.fact.reference'), reference],
    ],
    ...links,
    note: text(isRejected ? 'mail.withdrawal-rejected.note' : 'mail.withdrawal.note'),
    footer: text('mail.footer', { brand: brand.name }),
  })
}
