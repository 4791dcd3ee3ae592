import { orderDayLabel } from '#web/platform/i18n/order-days.ts'
import { createDayLabels, type MessageFacts, type MessageView, type ViewFacts } from './message-view.ts'

/** The order is placed, or in production; of a status that is not known, only when it arrives. */
export function describeStarted(facts: MessageFacts<'ordered' | 'in-production' | 'unknown'>): MessageView {
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
    actions: [],
  }
}

/** When production starts, and what the customer can do until then; nothing where the retailer did not say. */
function listPossibleChanges(facts: ViewFacts): string[] {
  const { order, texts, now } = facts
  const isAhead = (at: string | undefined): at is string => at !== undefined && Date.parse(at) > now
  const { addressChangeUntil, cancelUntil } = order
  const address = order.addressChange.blockedBy === undefined && isAhead(addressChangeUntil)
  const cancel = order.cancellation?.blockedBy === undefined && isAhead(cancelUntil)
  const until = [address && addressChangeUntil, cancel && cancelUntil]
    .filter(at => typeof at === 'string')
    .sort()[0]
  if (until === undefined) return []
  const isToday =
    orderDayLabel(texts, until, 'day', { now }) ===
    orderDayLabel(texts, new Date(now).toISOString(), 'day', { now })
  return [
    isToday
      ? texts.text('order.message.ordered.starts-today', {
          time: orderDayLabel(texts, until, 'time', { now }),
        })
      : texts.text('order.message.ordered.starts', { date: createDayLabels(facts).time(until) }),
    texts.text(
      address && cancel
        ? 'order.message.ordered.until-both'
        : address
          ? 'order.message.ordered.until-address'
          : 'order.message.ordered.until-cancel',
    ),
  ]
}
