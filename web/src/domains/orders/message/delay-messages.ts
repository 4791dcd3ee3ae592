import { isEarlier } from '#contract/order-message.ts'
import { DELAY_REASONS } from '#contract/order-notice.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { findTrackingLink } from '../order-links.ts'
import { createDayLabels, type Description, endSentence, type MessageFacts } from './message-view.ts'

/** It takes longer than planned, or shorter after all. The retailer's words replace the reason, never the days. */
export function describeDelay(facts: MessageFacts<'delayed'>): Description {
  const { texts, message } = facts
  const { text } = texts
  const { arriving, wasDue, reason = 'other', text: words, isOver } = message
  const { days } = createDayLabels(facts)
  const heading = arriving
    ? text('order.message.delayed.heading', { dates: days(arriving) })
    : text('order.message.delayed.heading-no-date')
  if (isEarlier(message))
    return {
      tone: 'green',
      heading,
      sentences: [text('order.message.delayed.was-due-later', { dates: days(wasDue!) })],
    }
  const why = words === undefined ? getReason(reason) : undefined
  return {
    tone: 'amber',
    heading,
    sentences: [
      words === undefined ? (why ? text(why) : '') : endSentence(words),
      wasDue
        ? text('order.message.delayed.was-due', { dates: days(wasDue) })
        : text('order.message.delayed.sorry'),
      isOver ? '' : text('order.message.delayed.nothing-to-do'),
    ].filter(Boolean),
    ...(isOver && { contact: 'order.message.no-news' }),
  }
}

/** The last day is over, and a product is not sent. */
export function describeOverdue(facts: MessageFacts<'overdue'>): Description {
  const { text } = facts.texts
  const dates = createDayLabels(facts).days(facts.message.wasDue)
  return {
    tone: 'amber',
    heading: text('order.message.overdue.heading'),
    sentences: [text('order.message.overdue.text', { dates })],
    line: text('order.message.late.line', { dates }),
    actions: [{ kind: 'contact' }],
  }
}

/** A parcel is not delivered though its last day is over; from the third day it can be reported. */
export function describeLate(facts: MessageFacts<'late'>): Description {
  const { text } = facts.texts
  const { wasDue, canReport } = facts.message
  const dates = createDayLabels(facts).days(wasDue)
  const href = findTrackingLink(facts.order)
  return {
    tone: 'amber',
    heading: text('order.message.late.heading'),
    sentences: [
      text('order.message.late.was-due', { dates }),
      text(canReport ? 'order.message.late.tell-us' : 'order.message.late.look'),
    ],
    line: text('order.message.late.line', { dates }),
    actions: [
      ...(href ? [{ kind: 'track', href } as const] : []),
      ...(canReport ? [{ kind: 'not-arrived' } as const] : []),
    ],
  }
}

/** Nothing is said of a reason that is not known yet. */
const getReason = (reason: string): MessageId | undefined => {
  const known = DELAY_REASONS.find(each => each === reason)
  return known === undefined || known === 'other' ? undefined : `order.message.delayed.${known}`
}
