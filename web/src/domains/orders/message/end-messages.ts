import { nameRefundMethod } from '#locales/payment-method.ts'
import { moneyLabel } from '#web/platform/i18n/money.ts'
import { createDayLabels, type Description, type MessageFacts, type ViewFacts } from './message-view.ts'

/** Money is, or was, on its way back: announced, paid, and over the day by which it should have arrived. */
export function describeRefund(facts: MessageFacts<'refund'>): Description {
  const { texts, message, order, now } = facts
  const { text } = texts
  const { refund, isOver } = message
  const labels = createDayLabels(facts)
  const amount = formatAmount(facts, refund.amount)
  const method = nameRefundMethod(text, refund.method, order.payment)
  const isPaid = refund.state === 'paid'
  const on = { date: labels.day(refund.at) }
  const sent = method
    ? text('order.message.refund.sent-to', { ...on, method })
    : text('order.message.refund.sent', on)
  const isComing = refund.expectedBy !== undefined && Date.parse(refund.expectedBy) > now
  const by = isComing ? { date: labels.end(refund.expectedBy!) } : undefined
  const line = isPaid ? text('order.message.refund.line', { amount, ...on }) : undefined
  if (isOver)
    return {
      tone: 'green',
      heading: text('order.message.refund.over-heading', { amount }),
      sentences: [sent],
      contact: 'order.message.refund.not-there',
      line,
    }
  const heading = text('order.message.refund.heading', { amount })
  const announced = method
    ? by
      ? text('order.message.refund.to-by', { method, ...by })
      : text('order.message.refund.to', { method })
    : by && text('order.message.refund.by', by)
  return {
    tone: 'green',
    heading,
    sentences: [
      text(`order.message.refund.${refund.reason}`),
      ...(isPaid ? [sent, ...(by ? [text('order.message.refund.there-by', by)] : [])] : [announced ?? '']),
    ].filter(Boolean),
    line: line ?? heading,
  }
}

/** The order was cancelled, or could not be made. */
export function describeEnd(facts: MessageFacts<'cancelled' | 'failed'>): Description {
  const { texts, message, order } = facts
  const { text } = texts
  const labels = createDayLabels(facts)
  const heading =
    message.kind === 'failed'
      ? text('order.message.failed.heading')
      : message.at === undefined
        ? text('order.message.cancelled.heading-no-date')
        : text('order.message.cancelled.heading', { date: labels.day(message.at) })
  const paid = order.refunds?.findLast(({ state }) => state === 'paid')
  const refunded = paid && {
    amount: formatAmount(facts, paid.amount),
    date: labels.day(paid.at),
  }
  const money = refunded
    ? text('order.message.end.refunded', refunded)
    : message.wasCharged === undefined
      ? undefined
      : text(message.wasCharged ? 'order.message.end.charged' : 'order.message.end.not-charged')
  return {
    tone: 'red',
    heading,
    sentences: money ? [money] : [],
    ...(message.isUnderway && { contact: 'order.message.end.parcel' }),
    line: refunded ? text('order.message.refund.line', refunded) : heading,
  }
}

function formatAmount({ texts, order, assortment }: ViewFacts, amount: number): string {
  const currency = order.total?.currency ?? assortment.currency
  return currency ? moneyLabel(texts, amount, currency) : texts.number(amount / 100)
}
