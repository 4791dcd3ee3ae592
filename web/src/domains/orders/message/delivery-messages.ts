import { formatStreetLines } from '#contract/input/address/street-lines.ts'
import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import type { DeliveryGroup } from '#contract/order-delivery.ts'
import { listLabel } from '#web/platform/i18n/lists.ts'
import { lastDayLabel } from '#web/platform/i18n/order-days.ts'
import { findTrackingLink } from '../order-links.ts'
import { listProductNames } from '../product-name.ts'
import {
  createDayLabels,
  type Description,
  endSentence,
  type MessageAction,
  type MessageFacts,
  type ViewFacts,
} from './message-view.ts'

/** The parcel waits at a pick-up point. */
export function describePickup(facts: MessageFacts<'pickup'>): Description {
  const { texts, message, order } = facts
  const { text } = texts
  const { until, code } = message
  const address = order.deliveryAddress?.type === 'PickupPoint' ? order.deliveryAddress : undefined
  const place = [address?.pickupPointName, ...(address ? formatStreetLines(address) : []), address?.city]
    .filter(Boolean)
    .join(', ')
  const heading =
    until === undefined
      ? text('order.message.pickup.heading-no-date')
      : text('order.message.pickup.heading', { date: createDayLabels(facts).end(until) })
  return {
    tone: 'plain',
    heading,
    sentences: [
      ...(place ? [text('order.message.pickup.place', { place })] : []),
      code ? text('order.message.pickup.code', { code }) : text('order.message.pickup.id'),
    ],
    line: [heading, place, code && text('order.message.pickup.line-code', { code })]
      .filter(Boolean)
      .join('\u00a0· '),
    actions: place
      ? [{ kind: 'way', href: createMapAddress(place), label: text('order.message.pickup.way') }]
      : [],
  }
}

/** A search for the place on a map; opened by the customer only. */
const createMapAddress = (place: string) =>
  `https://www.openstreetmap.org/search?${new URLSearchParams({ query: place })}`

/** Some products are sent, some are not. */
export function describePartlySent(facts: MessageFacts<'partly-sent'>): Description {
  const { text } = facts.texts
  const { groups } = facts.message.delivery
  const count = groups
    .filter(({ state }) => state === 'underway')
    .reduce((sum, { productCodes }) => sum + productCodes.length, 0)
  const heading =
    count > 0
      ? text('order.message.partly-sent.heading', { count })
      : text('order.message.partly-sent.heading-delivered')
  return {
    tone: 'plain',
    heading,
    sentences: groups.flatMap(group => describeGroup(facts, group) ?? []),
    actions: listTrackActions(facts),
  }
}

function describeGroup(facts: ViewFacts, group: DeliveryGroup): string | undefined {
  const { texts, order, assortment, now } = facts
  const { text } = texts
  const named = order.products.filter(({ code }) => group.productCodes.includes(code))
  const products = listLabel(texts, listProductNames(named, assortment))
  if (!products) return undefined
  if (group.state === 'delivered') return text('order.message.partly-sent.delivered', { products })
  const { arriving } = group
  // Days that are over are no arrival.
  if (arriving && arriving.to >= formatCalendarDay(new Date(now), texts.timeZone))
    return text('order.message.partly-sent.arriving', {
      products,
      dates: createDayLabels(facts).days(arriving),
    })
  return group.state === 'underway' ? text('order.message.partly-sent.sent', { products }) : undefined
}

/** All is delivered. */
export function describeDelivered(facts: MessageFacts<'delivered'>): Description {
  const { texts, message } = facts
  const { text } = texts
  const { at, deliveredTo, complaintUntil } = message
  const labels = createDayLabels(facts)
  const heading = text('order.message.delivered.heading', { date: labels.day(at) })
  return {
    tone: 'plain',
    heading,
    sentences: [
      ...(deliveredTo === undefined ? [] : [endSentence(deliveredTo)]),
      ...(complaintUntil === undefined
        ? []
        : [text('order.message.delivered.report', { date: lastDayLabel(texts, complaintUntil) })]),
    ],
    actions: complaintUntil === undefined ? [] : [{ kind: 'report' }],
  }
}

/** All is sent, and its days are to come or not known. */
export function describeSent(facts: MessageFacts<'sent'>): Description {
  const { text } = facts.texts
  const { arriving, sentAt, delivery } = facts.message
  const labels = createDayLabels(facts)
  const line = arriving && text('order.arriving', { dates: labels.days(arriving) })
  // Of parcels that arrive on different days, each with its own.
  const parcels = arriving ? [] : delivery.groups.filter(group => group.arriving)
  const each = parcels.flatMap(group => describeGroup(facts, group) ?? [])
  return {
    tone: 'plain',
    heading: line ?? text('order.message.sent.heading'),
    sentences: [
      ...(sentAt === undefined ? [] : [text('order.message.sent.text', { date: labels.day(sentAt) })]),
      ...each,
    ],
    line: line ?? each[0],
    actions: listTrackActions(facts),
  }
}

/** It was sent long ago, and no delivery was reported. */
export function describeSentLongAgo(facts: MessageFacts<'sent-long-ago'>): Description {
  const { text } = facts.texts
  const { sentAt, wasDue } = facts.message
  const labels = createDayLabels(facts)
  const heading =
    sentAt === undefined
      ? text('order.message.sent-long-ago.heading-no-date')
      : text('order.message.sent-long-ago.heading', { date: labels.fullDay(sentAt) })
  return {
    tone: 'plain',
    heading,
    sentences: wasDue ? [text('order.message.sent-long-ago.text', { dates: labels.fullDays(wasDue) })] : [],
  }
}

function listTrackActions({ order }: ViewFacts): MessageAction[] {
  const href = findTrackingLink(order)
  return href === undefined ? [] : [{ kind: 'track', href }]
}
