import type { DayRange } from '#contract/order-delivery.ts'
import { summarizeMoney } from '#contract/order-money.ts'
import { isPaid } from '#contract/order-payment.ts'
import { findState } from '#contract/order-status.ts'
import { isPayable } from '#contract/order-waiting.ts'
import type { Order } from '#contract/orders.ts'
import { formatOrderDays } from '#locales/order-days.ts'
import { ASSORTMENT } from '#web/domains/merchandise/merchandise.testing.ts'
import { describeOrderMessage } from '#web/domains/orders/message/describe-message.ts'
import { moneyLabel } from '#web/platform/i18n/money.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { getTranslator } from '../../platform/i18n/translate.ts'
import { createEventTexts, describeEvent } from '../orders/order-mails/describe-event.ts'
import { listOrderEvents } from '../orders/order-mails/order-events.ts'

const texts = textsForTests()

/** What is said of an order beside its own answer. */
interface OrderSources {
  /** The days that its products are told to arrive. */
  days: readonly DayRange[]
  /** Its only invoice. */
  invoice: { amount: number; paymentStatus?: string | undefined } | undefined
  /** Whether the search for unpaid orders finds it. */
  isFoundUnpaid: boolean
  /** Milliseconds since 1970. */
  now: number
}

/** Lists what the answer, the page, the mails, the invoice and the search say of an order that cannot be true together. */
export function listContradictions(
  order: Order,
  { days, invoice, isFoundUnpaid, now }: OrderSources,
): string[] {
  const moment = { now, timeZone: 'Europe/London' }
  const reader = { locale: 'en-GB', ...moment }
  const { kind, view } = describeOrderMessage({ order, texts, assortment: ASSORTMENT, now })
  const page = [view.heading, ...view.sentences].join('\n')
  const money = summarizeMoney(order, now)
  const refunded = money.refunds.reduce((sum, { refund }) => sum + refund.amount, 0)
  const state = findState(order.status)
  const isUnpaid = state === 'awaiting-payment' || state === 'payment-failed'
  const mailTexts = createEventTexts(getTranslator('en-GB'), reader, order)
  const mails = listOrderEvents(order, moment).map(event => ({ event, ...describeEvent(mailTexts, event) }))
  const known = days.flatMap(range => formatOrderDays(reader, range))
  if (days.length > 1)
    known.push(
      formatOrderDays(reader, {
        from: days.map(({ from }) => from).toSorted()[0]!,
        to: days
          .map(({ to }) => to)
          .toSorted()
          .at(-1)!,
      }),
    )
  const arrivals = [...page.matchAll(/rriving ([^.:\n]*\d[^.:\n]*)/g)].map(([, dates]) => dates!)
  const is: [string, boolean][] = [
    ['the total of its invoice', !invoice || order.total?.amount === invoice.amount],
    ['the payment of its invoice', !invoice || order.paymentStatus === invoice.paymentStatus],
    ['open without a day of payment', order.paymentStatus !== 'open' || order.payment?.paidAt === undefined],
    ['nothing to be paid once it is paid', !isPaid(order) || (!isUnpaid && !kind.startsWith('payment'))],
    ['found as the page says', isFoundUnpaid === (isUnpaid && isPayable(order, now))],
    [
      'a sum',
      money.paid === 0 ||
        refunded > money.paid ||
        money.paid === refunded + money.repaid + money.owed + money.remains,
    ],
    ['days that were told', arrivals.every(dates => known.includes(dates))],
    [
      'refunds of the mails on the page',
      mails.every(
        ({ event }) =>
          event.kind !== 'order-refund' ||
          money.refunds.some(({ refund }) => refund.refundId === event.message.refund.refundId),
      ),
    ],
    [
      'one heading of its only refund',
      kind !== 'refund' ||
        order.refunds?.length !== 1 ||
        mails.every(({ event, subject }) => event.kind !== 'order-refund' || subject === view.heading),
    ],
    [
      'what is still to come in mail and page',
      mails.every(
        ({ event, sentences }) =>
          event.kind !== 'order-refund' ||
          event.message.isOver ||
          sentences.join(' ').includes('is still to come') === money.owed > 0,
      ) &&
        (kind !== 'refund' ||
          page.includes(
            `${moneyLabel(texts, money.owed, order.total?.currency ?? 'GBP')} is still to come`,
          ) ===
            money.owed > 0),
    ],
  ]
  return is.flatMap(([fact, holds]) =>
    holds ? [] : `${fact}: ${JSON.stringify({ order, page, arrivals, known })}`,
  )
}
