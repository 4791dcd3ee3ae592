import type { HoldReason } from '#contract/order-notice.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { toSafeLink } from '#web/platform/links/safe-link.ts'
import { createDayLabels, type MessageFacts, type MessageView } from './message-view.ts'

/** The order waits for the customer's answer (NX-105). */
export function describeHoldWithAction(facts: MessageFacts<'hold-action' | 'hold'>): MessageView {
  const { texts, message, now } = facts
  const { notice, since } = message
  const labels = createDayLabels(facts)
  const stopped =
    since === undefined
      ? texts.text('order.message.hold.stopped')
      : texts.text('order.message.hold.stopped-since', { date: labels.time(since) })
  const { answerBy } = notice ?? {}
  // Once the time is over, there is no day to name.
  const canName = answerBy !== undefined && Date.parse(answerBy) > now
  const answer =
    canName && texts.text(ANSWER_BY_DEFAULT[notice?.default ?? 'none'], { date: labels.time(answerBy) })
  const { action } = notice ?? {}
  const href = toSafeLink(action?.url)
  return {
    tone: 'amber',
    heading: texts.text(getHeading(notice?.reason)),
    sentences: [stopped, ...(answer ? [answer] : [])],
    quotation: notice?.text,
    line: texts.text('order.message.hold.line'),
    actions: action && href ? [{ kind: 'answer', href, label: action.label }] : [],
  }
}

/** The order is on hold, and the customer needs to do nothing; at most change an address that cannot be delivered to. */
export function describeHold(facts: MessageFacts<'hold'>): MessageView {
  const { texts, message, order } = facts
  const { notice, since } = message
  const isAddress = notice?.reason === 'address' && order.addressChange.blockedBy === undefined
  if (isAddress && order.deliveryAddress)
    return { ...describeHoldWithAction(facts), actions: [{ kind: 'address' }] }
  const waiting =
    since === undefined
      ? []
      : [texts.text('order.message.hold.waiting-since', { date: createDayLabels(facts).day(since) })]
  const heading = texts.text(
    notice?.reason === 'payment-check' ? HEADING_BY_REASON['payment-check'] : HEADING_BY_REASON.other,
  )
  return {
    tone: 'amber',
    heading,
    sentences: [...waiting, texts.text('order.message.hold.nothing-to-do')],
    quotation: notice?.text,
    line: heading,
    actions: [],
  }
}

const ANSWER_BY_DEFAULT = {
  'print-as-is': 'order.message.hold.answer-or-print',
  cancel: 'order.message.hold.answer-or-cancel',
  none: 'order.message.hold.answer',
} as const

const HEADING_BY_REASON = {
  'photo-quality': 'order.message.hold.photo-quality',
  address: 'order.message.hold.address',
  content: 'order.message.hold.content',
  'payment-check': 'order.message.hold.payment-check',
  other: 'order.message.hold.other',
} as const satisfies Record<HoldReason, MessageId>

/** A reason that is not known yet has the heading of other ones. */
const getHeading = (reason = 'other'): MessageId =>
  Object.hasOwn(HEADING_BY_REASON, reason) ? HEADING_BY_REASON[reason as HoldReason] : HEADING_BY_REASON.other
