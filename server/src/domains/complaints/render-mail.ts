import { formatMoney } from '#locales/money-format.ts'
import { formatDeadline, formatOrderDay } from '#locales/order-days.ts'
import type { Context } from '../../context.ts'
import type { Translate } from '../../platform/i18n/translate.ts'
import type { MailMessage } from '../../platform/mail/mail.ts'
import { createBrandMail, getBrandById } from '../brands/index.ts'
import type { Customer } from '../customers/index.ts'
import type { ComplaintRow } from './store/complaints.ts'

/** What a mail tells of a complaint. */
export type ComplaintMailEvent = 'received' | 'question' | 'reminder' | 'decided'

/** Renders the mail of an event in the customer's language and the brand's design. `currency`: of the order. */
export function renderComplaintMail(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  row: ComplaintRow,
  customer: Customer,
  { event, currency }: { event: ComplaintMailEvent; currency: string | undefined },
): MailMessage {
  const brand = getBrandById(customer.brand_id)
  const { text, locale, link, care, render } = createBrandMail(config, brand, customer.locale)
  const reader = { locale, timeZone: brand.timeZone, now: clock.now().getTime() }
  return render({
    to: customer.email,
    ...describeEvent(row, event, {
      text,
      now: reader.now,
      end: at => formatDeadline(reader, at.toISOString()),
      instant: at => formatOrderDay(reader, at.toISOString(), 'weekday-time'),
      money: amount => currency && formatMoney(locale, amount, currency),
    }),
    facts: [[text('mail.order'), row.order_code]],
    address: link(`/orders/${encodeURIComponent(row.order_code)}`),
    other: care,
    note: text('mail.order-questions'),
  })
}

interface Formats {
  text: Translate
  /** Milliseconds since 1970. */
  now: number
  /** The last day before an end. */
  end: (at: Date) => string
  instant: (at: Date) => string
  /** Undefined where the currency is not known. */
  money: (amount: number) => string | undefined
}

function describeEvent(row: ComplaintRow, event: ComplaintMailEvent, formats: Formats) {
  const { text, now, end, instant } = formats
  const view = text('mail.complaint.decided.action')
  switch (event) {
    case 'received': {
      const date = instant(row.submitted_at)
      const body = isAhead(row.answer_by, now)
        ? text('order.message.complaint-sent.text', { date, answerBy: end(row.answer_by) })
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

const describeDeadline = ({ answer_by }: ComplaintRow, { text, now, end }: Formats): string =>
  isAhead(answer_by, now)
    ? text('order.message.complaint-question.text', { date: end(answer_by) })
    : text('order.message.complaint-question.text-no-date')

/** No day that is over is named as one to come. */
const isAhead = (at: Date | null, now: number): at is Date => at !== null && at.getTime() > now

/** What the customer gets and when, or why nothing. */
function describeDecision({ feed }: ComplaintRow, { text, now, end, money }: Formats): string {
  const { outcome, orderCode, voucherCode, reason = '', refund } = feed!.decision!
  switch (outcome) {
    case 'reprint':
      return text('order.message.complaint-decided.reprint-text', { code: orderCode! })
    case 'refund': {
      const amount = money(refund!.amount)
      const by = new Date(refund!.expectedBy)
      if (!amount || !isAhead(by, now)) return text('order.message.complaint-decided.refund')
      return text('order.message.complaint-decided.refund-text', { amount, date: end(by) })
    }
    case 'voucher':
      return text('order.message.complaint-decided.voucher-text', { code: voucherCode! })
    case 'declined':
      return reason
  }
}
