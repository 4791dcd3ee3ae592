import { listLabel } from '#web/platform/i18n/lists.ts'
import { toSafeLink } from '#web/platform/links/safe-link.ts'
import { listProductNames } from '../product-name.ts'
import { createDayLabels, type MessageFacts, type MessageView } from './message-view.ts'

/** The customer has asked to cancel, and the retailer has not decided. */
export function describeCancelling(facts: MessageFacts<'cancelling'>): MessageView {
  const { text } = facts.texts
  const heading = text('order.message.cancelling.heading')
  const time = createDayLabels(facts).time(facts.message.requestedAt)
  return {
    tone: 'amber',
    heading,
    sentences: [text('order.message.cancelling.text', { time })],
    line: heading,
    actions: [],
  }
}

/** The customer has withdrawn from the contract for products. */
export function describeWithdrawal(facts: MessageFacts<'withdrawal'>): MessageView {
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
  const heading = text('order.message.withdrawal.title')
  const href = toSafeLink(labelUrl)
  return {
    tone: 'green',
    heading,
    sentences: [
      names.length > 0
        ? text('order.message.withdrawal.text', { date, products })
        : text('order.message.withdrawal.text.without-products', { date }),
      // Once the day is over, there is none to name.
      ...(sendBackBy !== undefined && Date.parse(sendBackBy) > now
        ? [text('order.message.withdrawal.send-back', { date: labels.fullDay(sendBackBy) })]
        : []),
    ],
    line: heading,
    actions: href ? [{ kind: 'label', href, label: text('order.message.withdrawal.action') }] : [],
  }
}
