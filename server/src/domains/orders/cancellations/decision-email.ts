import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { findArrival } from '#contract/order-delivery.ts'
import { wasCharged } from '#contract/order-payment.ts'
import { STATES_OF_STATUSES } from '#contract/order-status.ts'
import type { DeliveryDate } from '#contract/orders.ts'
import { formatMoney } from '#locales/money-format.ts'
import { formatDeadline, formatOrderDay, formatOrderDays, type OrderDayReader } from '#locales/order-days.ts'
import { namePaymentMethod, nameRefundMethod } from '#locales/payment-method.ts'
import { type Context, change } from '../../../context.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import type { Translate } from '../../../platform/i18n/translate.ts'
import type { MailMessage } from '../../../platform/mail/mail.ts'
import { createBrandMail, getBrandById } from '../../brands/index.ts'
import { type Customer, findCustomer } from '../../customers/index.ts'
import { sendMail } from '../../mails/index.ts'
import { isOpen } from '../address-changes/store.ts'
import { listProductStatuses } from '../combined-status.ts'
import { findDeliveryDates } from '../delivery-dates.ts'
import { type DecidedBody, decideOrder } from '../order-invoice.ts'
import { findOrder, lockOrder } from '../store.ts'
import { findCancellationRefund } from './cancellation-refund.ts'
import { type CancellationRow, findCancellation } from './store.ts'

/**
 * Mails that a cancellation was accepted, or refused and why, in the customer's language and the brand's design, unless the
 * brand's retailer mails. Sent once for each decision, except that a crash between the mail server's answer and `mailed_at`
 * sends it again.
 */
export async function sendDecisionEmail(ctx: Context, cancellationId: string): Promise<void> {
  const row = await findCancellation(ctx.db, cancellationId)
  const customer = row && (await findCustomer(ctx.db, row.account_id))
  if (!row || isOpen(row) || row.mailed_at || !customer || customer.deleted_at) return
  if (getBrandById(customer.brand_id).orderMails === 'retailer') return
  const order = await findOrder(ctx.db, row.account_id, row.order_code)
  if (!order) return
  const kind = row.state === 'accepted' ? 'cancellation-accepted' : 'cancellation-refused'
  const days = (await findDeliveryDates(ctx.db, [row.order_code])).get(row.order_code) ?? []
  const message = renderDecision(ctx, row, { customer, body: await decideOrder(ctx.db, order), days })
  await sendMail(ctx, { accountId: row.account_id, kind }, message)
  await change(ctx, async tx => {
    await lockOrder(tx, row.order_code)
    await updateRows(
      tx.db,
      'order_cancellations',
      { cancellation_id: row.cancellation_id, updated_at: row.updated_at },
      { mailed_at: ctx.clock.now() },
    )
  })
}

interface Facts {
  customer: Customer
  body: DecidedBody
  days: DeliveryDate[]
}

function renderDecision(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  row: CancellationRow,
  { customer, body, days }: Facts,
): MailMessage {
  const { order_code: code, requested_at: requestedAt } = row
  const brand = getBrandById(customer.brand_id)
  const { timeZone } = brand
  const { text, locale, link, care, requestFacts, render } = createBrandMail(config, brand, customer.locale)
  const reader = { locale, timeZone, now: clock.now().getTime() }
  const isAccepted = row.state === 'accepted'
  return render({
    to: customer.email,
    subject: text(isAccepted ? 'mail.cancellation.accepted' : 'mail.cancellation.refused', { code }),
    body: isAccepted
      ? describeRefund(text, body, reader)
      : describeRefusal(text, row, { body, days, reader }),
    facts: [[text('mail.order'), code], ...requestFacts({ account: customer.email, requestedAt })],
    action: text('mail.view-order'),
    address: link(`/orders/${encodeURIComponent(code)}`),
    other: care,
    note: text('mail.order-questions'),
  })
}

/** What comes back, where to and by when. */
function describeRefund(text: Translate, body: DecidedBody, reader: OrderDayReader): string {
  const { total, payment } = body
  const refund = findCancellationRefund(body)
  if (!refund || !total)
    return text(
      wasCharged(body) === false ? 'order.cancel.nothing-charged' : 'mail.cancellation.refund-later',
    )
  const amount = formatMoney(reader.locale, refund.amount, total.currency)
  const method = refund.method
    ? nameRefundMethod(text, refund.method, payment)
    : payment && namePaymentMethod(text, payment)
  if (!method || !refund.expectedBy || Date.parse(refund.expectedBy) <= reader.now)
    return text('mail.cancellation.refund-sent', { amount })
  return text('mail.cancellation.refund', { amount, method, date: formatDeadline(reader, refund.expectedBy) })
}

/** Why it was refused, when the order arrives, and what to do if something is wrong with it. */
function describeRefusal(
  text: Translate,
  { refusal }: CancellationRow,
  { body, days, reader }: Omit<Facts, 'customer'> & { reader: OrderDayReader },
): string {
  const startedAt = refusal === 'in-production' ? findProductionStart(body) : undefined
  const reason = startedAt
    ? text('order.cancel.refused.in-production-since', {
        time: formatOrderDay(reader, startedAt, 'weekday-time'),
      })
    : text(`order.cancel.refused.${refusal ?? 'other'}`)
  if (refusal === 'cancelled') return reason
  const arriving = findArrival({ ...body, products: listProductStatuses(body), deliveryDates: days })
  const isAhead = arriving && arriving.to >= formatCalendarDay(new Date(reader.now), reader.timeZone)
  const dates = isAhead && formatOrderDays(reader, arriving)
  return [reason, dates && text('order.cancel.arrival', { dates }), text('order.cancel.report')]
    .filter(Boolean)
    .join(' ')
}

/** When the first product went into production. */
const findProductionStart = ({ history, products }: DecidedBody): string | undefined =>
  [...history, ...products.flatMap(product => product.history)]
    .filter(({ status }) => STATES_OF_STATUSES[status] === 'in-production')
    .map(({ at }) => at)
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))[0]
