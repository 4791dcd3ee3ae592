import type { Deadline, Timestamp } from '#contract/deadline.ts'
import type { Order } from '#contract/orders.ts'
import { formatMoney } from '#locales/money-format.ts'
import { formatDeadline, formatOrderDay, formatOrderDays, type OrderDayReader } from '#locales/order-days.ts'
import { nameRefundMethod } from '#locales/payment-method.ts'
import type { MessageId, Translate } from '../../../platform/i18n/translate.ts'
import type { OrderEvent } from './order-events.ts'

/** What the mail of an event says. `action`: of its button, 'View order' if absent. */
interface Description {
  subject: string
  sentences: string[]
  /** The retailer's own words. */
  quote?: string | undefined
  action?: string | undefined
}

/** Describes an event with the words of the order's page. No day that is over is named as one to come. */
export function describeEvent(texts: EventTexts, event: OrderEvent): Description {
  switch (event.kind) {
    case 'order-payment-failed':
      return describePaymentFailed(texts, event.message)
    case 'order-hold':
      return describeHold(texts, event.message)
    case 'order-delayed':
      return describeDelay(texts, event.message)
    case 'order-ended':
      return describeEnd(texts, event.message)
    case 'order-refund':
      return describeRefund(texts, event.message)
    case 'order-resumed':
      return describeResumed(texts, event.message)
  }
}

type MessageOf<Kind extends OrderEvent['kind']> = Extract<OrderEvent, { kind: Kind }>['message']

function describePaymentFailed(
  { text, end, amount, order }: EventTexts,
  message: MessageOf<'order-payment-failed'>,
): Description {
  const subject = text('order.message.payment-failed.heading')
  if (message.kind === 'payment-failed-over')
    return { subject, sentences: [text('order.message.payment-failed-over.text')] }
  const total = amount(order.total?.amount)
  return {
    subject,
    sentences: [
      message.payBy === undefined
        ? text('order.message.payment-failed.text-no-date')
        : text('order.message.payment-failed.text', { date: end(message.payBy, 'weekday-time') }),
    ],
    action: total && text('order.pay', { amount: total }),
  }
}

function describeHold(
  { text, time, end, now }: EventTexts,
  { notice, since }: MessageOf<'order-hold'>,
): Description {
  const reason = REASONS_OF_HOLDS[notice?.reason ?? '']
  const { answerBy } = notice ?? {}
  const answer = answerBy !== undefined && Date.parse(answerBy) > now ? answerBy : undefined
  return {
    subject: text('order.message.hold.photo-quality'),
    sentences: [
      ...(reason ? [`${text(reason)}.`] : []),
      since === undefined
        ? text('order.message.hold.stopped')
        : text('order.message.hold.stopped-since', { date: time(since) }),
      ...(answer ? [text(ANSWERS[notice?.default ?? 'none'], { date: end(answer, 'weekday-time') })] : []),
    ],
    quote: notice?.text,
  }
}

/** Sentences of the body. The subject already says 'photo-quality', and 'other' would say no more than it. */
const REASONS_OF_HOLDS: Readonly<Record<string, MessageId>> = {
  address: 'order.message.hold.address',
  content: 'order.message.hold.content',
  'payment-check': 'order.message.hold.payment-check',
}

const ANSWERS = {
  'print-as-is': 'order.message.hold.answer-or-print',
  cancel: 'order.message.hold.answer-or-cancel',
  none: 'order.message.hold.answer',
} as const

function describeDelay({ text, days }: EventTexts, message: MessageOf<'order-delayed'>): Description {
  if (message.kind === 'moved')
    return {
      subject: text(message.isEarlier ? 'mail.order-earlier.subject' : 'mail.order-delayed.subject', {
        dates: days(message.arriving),
      }),
      sentences: [text('order.message.delayed.nothing-to-do')],
    }
  const { arriving, wasDue, reason, text: words } = message
  const why = words === undefined ? REASONS_OF_DELAYS[reason ?? ''] : undefined
  return {
    subject: text('mail.order-delayed.subject', { dates: days(arriving) }),
    sentences: [
      ...(why ? [text(why)] : []),
      text('order.message.delayed.was-due', { dates: days(wasDue) }),
      text('order.message.delayed.nothing-to-do'),
    ],
    quote: words,
  }
}

const REASONS_OF_DELAYS: Readonly<Record<string, MessageId>> = {
  production: 'order.message.delayed.production',
  material: 'order.message.delayed.material',
  carrier: 'order.message.delayed.carrier',
  weather: 'order.message.delayed.weather',
}

function describeResumed({ text, days }: EventTexts, message: MessageOf<'order-resumed'>): Description {
  const arriving = 'arriving' in message ? message.arriving : undefined
  return {
    subject: text('mail.order-resumed.subject'),
    sentences: [
      text('mail.order-resumed.text'),
      ...(arriving ? [text('order.cancel.arrival', { dates: days(arriving) })] : []),
    ],
  }
}

/** Of an order that was paid and is not paid back yet. */
const describeEnd = ({ text }: EventTexts, { kind, isUnderway }: MessageOf<'order-ended'>): Description => ({
  subject: text(
    kind === 'cancelled' ? 'order.message.cancelled.heading-no-date' : 'order.message.failed.heading',
  ),
  sentences: [text('order.message.end.charged'), ...(isUnderway ? [text('order.message.end.parcel')] : [])],
})

function describeRefund(texts: EventTexts, { refund, rest, isOver }: MessageOf<'order-refund'>): Description {
  const { text, day, end, now, order } = texts
  // A version with refunds has a total, in whose currency they are.
  const amount = texts.amount(refund.amount)!
  const method = nameRefundMethod(text, refund.method, order.payment)
  if (isOver)
    return {
      subject: text('order.message.refund.over-heading', { amount }),
      sentences: [
        method
          ? text('order.message.refund.sent-to', { method, date: day(refund.at) })
          : text('order.message.refund.sent', { date: day(refund.at) }),
        text('order.message.refund.not-there'),
      ],
    }
  const by =
    refund.expectedBy !== undefined && Date.parse(refund.expectedBy) > now ? refund.expectedBy : undefined
  const date = by && end(by)
  return {
    subject: text('order.message.refund.heading', { amount }),
    sentences: [
      text(`order.message.refund.${refund.reason}`),
      ...(method && date ? [text('order.message.refund.to-by', { method, date })] : []),
      ...(method && !date ? [text('order.message.refund.to', { method })] : []),
      ...(!method && date ? [text('order.message.refund.by', { date })] : []),
      ...(rest > 0 ? [text('order.message.refund.rest', { amount: texts.amount(rest)! })] : []),
    ],
  }
}

/** Creates what describes an event: the order, and texts, days and amounts in the customer's language. */
export const createEventTexts = (text: Translate, reader: OrderDayReader, order: Order) => ({
  text,
  order,
  now: reader.now,
  day: (at: Timestamp) => formatOrderDay(reader, at),
  time: (at: Timestamp) => formatOrderDay(reader, at, 'weekday-time'),
  /** The last day before an end. */
  end: (end: Deadline, style?: 'weekday-time') => formatDeadline(reader, end, style),
  days: (range: { from: string; to: string }) => formatOrderDays(reader, range),
  /** In the currency of the order's total; undefined where that is not known. */
  amount: (amount: number | undefined) =>
    order.total && amount !== undefined
      ? formatMoney(reader.locale, amount, order.total.currency)
      : undefined,
})

type EventTexts = ReturnType<typeof createEventTexts>
