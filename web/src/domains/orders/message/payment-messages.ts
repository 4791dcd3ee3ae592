import { findPaymentLink } from '../order-links.ts'
import {
  createDayLabels,
  type Description,
  type MessageAction,
  type MessageFacts,
  type ViewFacts,
} from './message-view.ts'

/** The payment failed and can be made again. */
export function describePaymentFailed(facts: MessageFacts<'payment-failed'>): Description {
  const { text } = facts.texts
  const { payBy } = facts.message
  const date = payBy === undefined ? undefined : createDayLabels(facts).end(payBy, 'weekday-time')
  return {
    tone: 'red',
    heading: text('order.message.payment-failed.heading'),
    sentences: [
      date
        ? text('order.message.payment-failed.text', { date })
        : text('order.message.payment-failed.text-no-date'),
    ],
    line: date
      ? text('order.message.payment-due.heading', { date })
      : text('order.message.payment-failed.heading'),
    actions: listPayActions(facts),
  }
}

/** The payment failed, and there is no way to pay left. */
export function describePaymentFailedOver({ texts: { text } }: ViewFacts): Description {
  return {
    tone: 'red',
    heading: text('order.message.payment-failed.heading'),
    sentences: [text('order.message.payment-failed-over.text')],
    line: text('order.message.payment-over.heading'),
    actions: [{ kind: 'reorder' }],
  }
}

/** The order awaits its payment. */
export function describePaymentDue(facts: MessageFacts<'payment-due'>): Description {
  const { text } = facts.texts
  const { payBy } = facts.message
  const heading =
    payBy === undefined
      ? text('order.message.payment-due.heading-no-date')
      : text('order.message.payment-due.heading', {
          date: createDayLabels(facts).end(payBy, 'weekday-time'),
        })
  return {
    tone: 'amber',
    heading,
    sentences: [
      text('order.message.payment-due.start'),
      ...(payBy === undefined ? [] : [text('order.message.payment-due.after')]),
    ],
    actions: listPayActions(facts),
  }
}

/** The time to pay is over. */
export function describePaymentOver({ texts: { text } }: ViewFacts): Description {
  return {
    tone: 'amber',
    heading: text('order.message.payment-over.heading'),
    sentences: [text('order.message.payment-over.text')],
    line: text('order.message.payment-over.heading'),
    actions: [{ kind: 'reorder' }],
  }
}

function listPayActions({ order, now }: ViewFacts): MessageAction[] {
  const href = findPaymentLink(order, now)
  return href === undefined ? [] : [{ kind: 'pay', href }]
}
