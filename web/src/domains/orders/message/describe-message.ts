import { countDaysLeft, type Deadline } from '#contract/deadline.ts'
import { findOrderMessage, type OrderMessageKind } from '#contract/order-message.ts'
import { HOLD_REASONS } from '#contract/order-notice.ts'
import { listLabel } from '#web/platform/i18n/lists.ts'
import { lastDayLabel } from '#web/platform/i18n/order-days.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { toSafeLink } from '#web/platform/links/safe-link.ts'
import { listProductNames } from '../product-name.ts'
import { describeDecision, describeQuestion, describeReport } from './complaint-messages.ts'
import { describeDelay, describeLate, describeOverdue } from './delay-messages.ts'
import {
  describeDelivered,
  describePartlySent,
  describePickup,
  describeSent,
  describeSentLongAgo,
} from './delivery-messages.ts'
import { describeEnd, describeRefund } from './end-messages.ts'
import {
  createDayLabels,
  type Description,
  type MessageFacts,
  type MessageView,
  type ViewFacts,
} from './message-view.ts'
import {
  describePaymentDue,
  describePaymentFailed,
  describePaymentFailedOver,
  describePaymentOver,
} from './payment-messages.ts'

const ANSWER_BY_DEFAULT = {
  'print-as-is': 'order.message.hold.answer-or-print',
  cancel: 'order.message.hold.answer-or-cancel',
  none: 'order.message.hold.answer',
} as const

/** A reason that is not known yet has the heading of other ones. */
const getHeading = (reason?: string): MessageId =>
  `order.message.hold.${HOLD_REASONS.find(each => each === reason) ?? 'other'}`

/**
 * Describes the message of an order in the customer's language: page, card and overview show the same one.
 */
export function describeOrderMessage(facts: ViewFacts): DescribedMessage {
  const { order, now, texts } = facts
  const message = findOrderMessage(order, { now, timeZone: texts.timeZone })
  const describe = DESCRIBE_BY_KIND[message.kind] as (facts: MessageFacts<OrderMessageKind>) => Description
  const description = describe({ ...facts, message })
  return { kind: message.kind, view: { line: description.heading, actions: [], ...description } }
}

export interface DescribedMessage {
  kind: OrderMessageKind
  view: MessageView
}

/**
 * Whether the order's own action goes before ordering it again (rows 1 to 8). While a cancellation is open, ordering again stays
 * possible.
 */
export const hasOwnAction = (kind: OrderMessageKind): boolean => OWN_ACTION_KINDS.includes(kind)

const OWN_ACTION_KINDS: readonly OrderMessageKind[] = [
  'payment-failed',
  'payment-failed-over',
  'payment-due',
  'payment-over',
  'complaint-question',
  'hold-action',
  'hold',
]

const DESCRIBE_BY_KIND: {
  [Kind in OrderMessageKind]: (facts: MessageFacts<Kind>) => Description
} = {
  'payment-failed': describePaymentFailed,
  'payment-failed-over': describePaymentFailedOver,
  'payment-due': describePaymentDue,
  'payment-over': describePaymentOver,
  'hold-action': describeHoldWithAction,
  hold: describeHold,
  cancelling: describeCancelling,
  'complaint-question': describeQuestion,
  'complaint-decided': describeDecision,
  'complaint-sent': describeReport,
  refund: describeRefund,
  withdrawal: describeWithdrawal,
  cancelled: describeEnd,
  failed: describeEnd,
  delayed: describeDelay,
  overdue: describeOverdue,
  late: describeLate,
  pickup: describePickup,
  'partly-sent': describePartlySent,
  delivered: describeDelivered,
  sent: describeSent,
  'sent-long-ago': describeSentLongAgo,
  ordered: describeStarted,
  'in-production': describeStarted,
  unknown: describeStarted,
}

/** The customer has asked to cancel, and the retailer has not decided. */
function describeCancelling(facts: MessageFacts<'cancelling'>): Description {
  const { text } = facts.texts
  const heading = text('order.message.cancelling.heading')
  const time = createDayLabels(facts).time(facts.message.requestedAt)
  return {
    tone: 'amber',
    heading,
    sentences: [text('order.message.cancelling.text', { time })],
    ...(facts.message.isOver && { contact: 'order.message.no-news' }),
  }
}

/** The customer has withdrawn from the contract for products. */
function describeWithdrawal(facts: MessageFacts<'withdrawal'>): Description {
  const { texts, message, order, assortment, now } = facts
  const { text } = texts
  const { submittedAt, productCodes, sendBackBy, labelUrl } = message.withdrawal
  const labels = createDayLabels(facts)
  const date = labels.time(submittedAt)
  const names = listProductNames(
    order.products.filter(({ code }) => productCodes.includes(code)),
    assortment,
  )
  const products = listLabel(texts, names)
  const href = toSafeLink(labelUrl)
  return {
    tone: 'green',
    heading: text('order.message.withdrawal.title'),
    sentences: [
      names.length > 0
        ? text('order.message.withdrawal.text', { date, products })
        : text('order.message.withdrawal.text.without-products', { date }),
      // Once the day is over, there is none to name.
      ...(sendBackBy !== undefined && Date.parse(sendBackBy) > now
        ? [text('order.message.withdrawal.send-back', { date: lastDayLabel(texts, sendBackBy) })]
        : []),
    ],
    actions: href ? [{ kind: 'label', href, label: text('withdrawal.label') }] : [],
  }
}

/** The order is placed, or in production; of a status that is not known, only when it arrives. */
function describeStarted(facts: MessageFacts<'ordered' | 'in-production' | 'unknown'>): Description {
  const { texts, message, order } = facts
  const { text } = texts
  const line =
    message.arriving && text('order.arriving', { dates: createDayLabels(facts).days(message.arriving) })
  return {
    tone: 'plain',
    heading:
      line ??
      text(
        message.kind === 'in-production'
          ? 'order.message.in-production.heading'
          : 'order.message.ordered.heading',
      ),
    sentences:
      message.kind === 'in-production'
        ? [text('order.message.in-production.text')]
        : message.kind === 'ordered'
          ? listPossibleChanges(facts)
          : [],
    quotation: order.notice?.kind === 'info' ? order.notice.text : undefined,
    line,
  }
}

/** When production starts, and what the customer can do until then; nothing where the retailer did not say. */
function listPossibleChanges(facts: ViewFacts): string[] {
  const { order, texts, now } = facts
  const isAhead = (at: Deadline | undefined): at is Deadline => at !== undefined && Date.parse(at) > now
  const { addressChangeUntil, cancelUntil } = order
  const address = order.addressChange.blockedBy === undefined && isAhead(addressChangeUntil)
  const cancel = order.cancellation?.blockedBy === undefined && isAhead(cancelUntil)
  const until = [address && addressChangeUntil, cancel && cancelUntil]
    .filter(at => typeof at === 'string')
    .sort()[0]
  if (until === undefined) return []
  const labels = createDayLabels(facts)
  const isToday = countDaysLeft(until, now, texts.timeZone) === 0
  return [
    isToday
      ? texts.text('order.message.ordered.starts-today', {
          time: labels.end(until, 'time'),
        })
      : texts.text('order.message.ordered.starts', { date: labels.end(until, 'weekday-time') }),
    texts.text(
      address && cancel
        ? 'order.message.ordered.until-both'
        : address
          ? 'order.message.ordered.until-address'
          : 'order.message.ordered.until-cancel',
    ),
  ]
}

/** The order waits for the customer's answer. */
function describeHoldWithAction(facts: MessageFacts<'hold-action' | 'hold'>): Description {
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
    canName &&
    texts.text(ANSWER_BY_DEFAULT[notice?.default ?? 'none'], {
      date: labels.end(answerBy, 'weekday-time'),
    })
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
function describeHold(facts: MessageFacts<'hold'>): Description {
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
    notice?.reason === 'payment-check' ? 'order.message.hold.payment-check' : 'order.message.hold.other',
  )
  return {
    tone: 'amber',
    heading,
    sentences: [...waiting, ...(message.isOver ? [] : [texts.text('order.message.hold.nothing-to-do')])],
    ...(message.isOver && { contact: 'order.message.no-news' }),
    quotation: notice?.text,
  }
}
