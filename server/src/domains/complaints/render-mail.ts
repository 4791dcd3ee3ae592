import { formatMoney } from '#locales/money-format.ts'
import type { Context } from '../../context.ts'
import { getTranslator, type Translate, toSupportedLocale } from '../../platform/i18n/translate.ts'
import { renderEmail } from '../../platform/mail/email-template.ts'
import type { MailMessage } from '../../platform/mail/mail.ts'
import { createDayFormat, createInstantFormat } from '../../platform/mail/request-facts.ts'
import { createEmailLink, getBrandById, getShopLink, toEmailDesign } from '../brands/index.ts'
import type { Customer } from '../customers/index.ts'
import type { ComplaintRow } from './store/complaints.ts'

/** What a mail tells of a complaint. */
export type ComplaintMailEvent = 'received' | 'question' | 'reminder' | 'decided'

/** Renders the mail of an event in the customer's language and the brand's design. `currency`: of the order. */
export function renderComplaintMail(
  { config }: Pick<Context, 'config'>,
  row: ComplaintRow,
  customer: Customer,
  { event, currency }: { event: ComplaintMailEvent; currency: string | undefined },
): MailMessage {
  const brand = getBrandById(customer.brand_id)
  const locale = toSupportedLocale(customer.locale)
  const text = getTranslator(locale)
  const day = createDayFormat(locale, brand.timeZone)
  const instant = createInstantFormat(locale, brand.timeZone)
  return renderEmail(toEmailDesign(config, brand), {
    to: customer.email,
    lang: locale,
    ...describeEvent(row, event, {
      text,
      day,
      instant,
      money: amount => currency && formatMoney(locale, amount, currency),
    }),
    facts: [[text('mail.address-refused.order'), row.order_code]],
    address: createEmailLink(config, brand, `/orders/${encodeURIComponent(row.order_code)}`),
    other: { action: text('app.contact-customer-care'), address: getShopLink(brand, 'contact') },
    note: text('mail.address-refused.note-cancelled'),
    footer: text('mail.footer', { brand: brand.name }),
  })
}

interface Formats {
  text: Translate
  day: (at: Date) => string
  instant: (at: Date) => string
  /** Undefined where the currency is not known. */
  money: (amount: number) => string | undefined
}

function describeEvent(row: ComplaintRow, event: ComplaintMailEvent, formats: Formats) {
  const { text, day, instant } = formats
  const view = text('mail.complaint.decided.action')
  switch (event) {
    case 'received': {
      const date = instant(row.submitted_at)
      const body = row.answer_by
        ? text('order.message.complaint-sent.text', { date, answerBy: day(row.answer_by) })
        : text('order.message.complaint-sent.text-no-date', { date })
      return { subject: text('order.message.complaint-sent.heading'), body, quote: row.text, action: view }
    }
    case 'question':
    case 'reminder':
      return {
        subject: text('mail.complaint.question.subject', { code: row.order_code }),
        body: `${text('order.message.complaint-question.heading')}. ${describeDeadline(row, formats)}`,
        quote: row.feed?.messages.at(-1)?.text,
        action: text('order.message.complaint-question.action'),
      }
    case 'decided': {
      const decision = row.feed?.decision
      return {
        subject: text(`order.message.complaint-decided.${decision?.outcome ?? 'declined'}`),
        body: describeDecision(row, formats),
        quote: decision?.outcome === 'declined' ? undefined : decision?.reason,
        action: view,
      }
    }
  }
}

const describeDeadline = ({ answer_by }: ComplaintRow, { text, day }: Formats): string =>
  answer_by
    ? text('order.message.complaint-question.text', { date: day(answer_by) })
    : text('order.message.complaint-question.text-no-date')

/** What the customer gets and when, or why nothing. */
function describeDecision({ feed }: ComplaintRow, { text, day, money }: Formats): string {
  const { outcome, orderCode, voucherCode, reason = '', refund } = feed!.decision!
  switch (outcome) {
    case 'reprint':
      return text('order.message.complaint-decided.reprint-text', { code: orderCode! })
    case 'refund': {
      const amount = money(refund!.amount)
      if (!amount) return text('order.message.complaint-decided.refund')
      return text('order.message.complaint-decided.refund-text', {
        amount,
        date: day(new Date(refund!.expectedBy)),
      })
    }
    case 'voucher':
      return text('order.message.complaint-decided.voucher-text', { code: voucherCode! })
    case 'declined':
      return reason
  }
}
