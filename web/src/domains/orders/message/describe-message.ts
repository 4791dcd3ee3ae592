import { findOrderMessage, findOrderProgress, type OrderMessageKind } from '#contract/order-message.ts'
import { describeCancelling, describeWithdrawal } from './act-messages.ts'
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
import { describeHold, describeHoldWithAction } from './hold-messages.ts'
import type { MessageFacts, MessageView, ViewFacts } from './message-view.ts'
import {
  describePaymentDue,
  describePaymentFailed,
  describePaymentFailedOver,
  describePaymentOver,
} from './payment-messages.ts'
import { describeStarted } from './start-messages.ts'

/**
 * Describes the message of an order in the customer's language (NX-101): page, card and overview show the same one. Where a kind
 * of message has no texts, it is where the order is.
 */
export function describeOrderMessage(facts: ViewFacts): DescribedMessage {
  const { order, now, texts } = facts
  const moment = { now, timeZone: texts.timeZone }
  const found = findOrderMessage(order, moment)
  const message = DESCRIBE_BY_KIND[found.kind] ? found : findOrderProgress(order, moment)
  const describe = DESCRIBE_BY_KIND[message.kind] as (facts: MessageFacts<OrderMessageKind>) => MessageView
  return { kind: message.kind, view: describe({ ...facts, message }) }
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
  [Kind in OrderMessageKind]?: (facts: MessageFacts<Kind>) => MessageView
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
