import { type RefundState, sumAmounts } from '#contract/order-money.ts'
import type { Refund } from '#contract/refunds.ts'
import { nameRefundMethod } from '#locales/payment-method.ts'
import { moneyLabel } from '#web/platform/i18n/money.ts'
import { createDayLabels, type Description, type MessageFacts, type ViewFacts } from './message-view.ts'

/** Money is, or was, on its way back: announced, paid, and over the day by which it should have arrived. */
export function describeRefund(facts: MessageFacts<'refund'>): Description {
  const { refunds, rest, isOver } = facts.message
  const [only, ...others] = refunds
  const { heading, sentences, line } =
    only && others.length === 0 ? describeOnlyRefund(facts, only) : describeRefunds(facts)
  const isMissing = isOver || refunds.some(({ state }) => state === 'overdue')
  return {
    tone: 'green',
    heading,
    sentences: [...sentences, ...formatRest(facts, rest)],
    ...(isMissing && { contact: 'order.message.refund.not-there' }),
    line: line ?? heading,
  }
}

type RefundView = Pick<Description, 'heading' | 'sentences' | 'line'>

function describeOnlyRefund(
  facts: MessageFacts<'refund'>,
  { refund, state }: MessageFacts<'refund'>['message']['refunds'][number],
): RefundView {
  const { text } = facts.texts
  const labels = createDayLabels(facts)
  const amount = formatAmount(facts, refund.amount)
  const method = nameRefundMethod(text, refund.method, facts.order.payment)
  const on = { date: labels.day(refund.at) }
  const sent = method
    ? text('order.message.refund.sent-to', { ...on, method })
    : text('order.message.refund.sent', on)
  if (state === 'arrived')
    return {
      heading: text('order.message.refund.over-heading', { amount }),
      sentences: [sent],
      line: formatRefundLine(facts, refund),
    }
  const reason = text(`order.message.refund.${refund.reason}`)
  if (state === 'overdue')
    return { heading: text('order.message.refund.due-heading', { amount }), sentences: [reason] }
  // Once the day is over, there is none to name.
  const by = refund.expectedBy === undefined ? undefined : { date: labels.end(refund.expectedBy) }
  const heading = text('order.message.refund.heading', { amount })
  if (state === 'underway')
    return { heading, sentences: [reason, sent, ...(by ? [text('order.message.refund.there-by', by)] : [])] }
  const announced = method
    ? by
      ? text('order.message.refund.to-by', { method, ...by })
      : text('order.message.refund.to', { method })
    : by && text('order.message.refund.by', by)
  return { heading, sentences: [reason, ...(announced ? [announced] : [])] }
}

/** The sum of what is on its way, or else has come, and each with its day. */
function describeRefunds(facts: MessageFacts<'refund'>): RefundView {
  const { text } = facts.texts
  const { refunds } = facts.message
  const listOf = (...states: RefundState[]) => refunds.filter(({ state }) => states.includes(state))
  const [kind, listed] = (
    [
      ['heading', listOf('promised', 'underway')],
      ['due-heading', listOf('overdue')],
      ['over-heading', refunds],
    ] as const
  ).find(([, found]) => found.length > 0)!
  const amount = formatAmount(facts, sumAmounts(listed.map(({ refund }) => refund)))
  return {
    heading: text(`order.message.refund.${kind}`, { amount }),
    sentences: refunds.map(each => formatRefund(facts, each)),
  }
}

/** '£10.00 was refunded on 20 November.', or when it should be there. */
function formatRefund(
  facts: ViewFacts,
  { refund, state }: MessageFacts<'refund'>['message']['refunds'][number],
): string {
  const { text } = facts.texts
  const labels = createDayLabels(facts)
  const amount = formatAmount(facts, refund.amount)
  if (state === 'arrived') return text('order.message.end.refunded', { amount, date: labels.day(refund.at) })
  if (state === 'overdue') return `${text('order.message.refund.due-heading', { amount })}.`
  if (refund.expectedBy !== undefined)
    return text('order.message.complaint-decided.refund-text', {
      amount,
      date: labels.end(refund.expectedBy),
    })
  const sent =
    state === 'underway' ? [text('order.message.refund.sent', { date: labels.day(refund.at) })] : []
  return [`${text('order.message.refund.heading', { amount })}.`, ...sent].join(' ')
}

const formatRest = (facts: ViewFacts, rest: number): string[] =>
  rest > 0 ? [facts.texts.text('order.message.refund.rest', { amount: formatAmount(facts, rest) })] : []

/** The order was cancelled, or could not be made. */
export function describeEnd(facts: MessageFacts<'cancelled' | 'failed'>): Description {
  const { message } = facts
  const { text } = facts.texts
  const labels = createDayLabels(facts)
  const heading =
    message.kind === 'failed'
      ? text('order.message.failed.heading')
      : message.at === undefined
        ? text('order.message.cancelled.heading-no-date')
        : text('order.message.cancelled.heading', { date: labels.day(message.at) })
  const { refunds, rest, wasCharged, isOver, isUnderway } = message
  const [only, ...others] = refunds
  const isMissing = isOver && (rest > 0 || (wasCharged === true && refunds.length === 0))
  const money =
    refunds.length > 0
      ? [...refunds.map(each => formatRefund(facts, each)), ...formatRest(facts, rest)]
      : wasCharged === undefined
        ? []
        : [formatCharge(facts)]
  const contact = isUnderway
    ? 'order.message.end.parcel'
    : isMissing || refunds.some(({ state }) => state === 'overdue')
      ? 'order.message.refund.not-there'
      : undefined
  return {
    tone: 'red',
    heading,
    sentences: money,
    ...(contact && { contact }),
    line: only?.state === 'arrived' && others.length === 0 ? formatRefundLine(facts, only.refund) : heading,
  }
}

function formatCharge({ texts: { text }, message }: MessageFacts<'cancelled' | 'failed'>): string {
  if (!message.wasCharged) return text('order.message.end.not-charged')
  return message.isOver
    ? `${text('order.message.complaint-decided.refund-due')}.`
    : text('order.message.end.charged')
}

const formatRefundLine = (facts: ViewFacts, { amount, at }: Refund): string =>
  facts.texts.text('order.message.refund.line', {
    amount: formatAmount(facts, amount),
    date: createDayLabels(facts).day(at),
  })

function formatAmount({ texts, order, assortment }: ViewFacts, amount: number): string {
  const currency = order.total?.currency ?? assortment.currency
  return currency ? moneyLabel(texts, amount, currency) : texts.number(amount / 100)
}
