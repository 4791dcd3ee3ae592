import type { LucideIcon } from 'lucide-react'
import Calendar from 'lucide-react/icons/calendar'
import Truck from 'lucide-react/icons/truck'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { type DayRange, findParcelArrival, summarizeDelivery } from '#contract/order-delivery.ts'
import { findOrderMark, type OrderMessageKind } from '#contract/order-message.ts'
import type { Order } from '#contract/orders.ts'
import { type Assortment, useAssortment } from '#web/domains/merchandise/index.ts'
import { listLabel } from '#web/platform/i18n/lists.ts'
import { orderDayLabel, orderDaysLabel } from '#web/platform/i18n/order-days.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { toSafeLink } from '#web/platform/links/safe-link.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useOrderMessage } from '../message/use-order-message.ts'
import { listProductNames } from '../product-name.ts'
import styles from './delivery-section.module.css'
import sections from './order-section.module.css'

/** Parcels shown until all are asked for, so that the products stay near. */
const PARCELS_SHOWN = 3

/** When the products arrive, and the parcels; left out while nothing is known. */
export function DeliverySection({ order }: { order: Order }) {
  const { texts, text } = useTexts()
  const assortment = useAssortment()
  const { parcels } = order
  const { kind } = useOrderMessage(order)
  const moment = { now: Date.now(), timeZone: texts.timeZone }
  const arrivals = listArrivals(order, { kind, ...moment })
  const { isLongAgo } = findOrderMark(order, moment)
  const [isUnfolded, setUnfolded] = useState(false)
  const firstFolded = useRef<HTMLLIElement>(null)
  const isFolded = parcels.length > PARCELS_SHOWN + 1 && !isUnfolded
  const visibleParcels = isFolded ? parcels.slice(0, PARCELS_SHOWN) : parcels
  const unfold = () => {
    flushSync(() => setUnfolded(true))
    firstFolded.current?.focus()
  }
  if (arrivals.length + parcels.length === 0) return null
  return (
    <section aria-labelledby="order-delivery" className={sections.section}>
      <h2 id="order-delivery" className={classes('ui-row8 ui-above24', sections.title)}>
        {text('order.delivery')}
      </h2>
      <ul className="ui-ruled">
        {arrivals.map(({ range, promised, isPast, productCodes }) => (
          <Row
            key={`${range.from} ${range.to} ${productCodes}`}
            icon={Calendar}
            title={text(isPast ? 'order.was-due' : 'order.arriving', {
              dates: orderDaysLabel(texts, range),
            })}
            before={promised && orderDaysLabel(texts, promised)}
            facts={[formatTitles(texts, order, assortment, productCodes)]}
          />
        ))}
        {visibleParcels.map((parcel, index) => (
          <ParcelRow
            key={parcel.number}
            order={order}
            parcel={parcel}
            position={index + 1}
            isTracked={!isLongAgo}
            ref={index === PARCELS_SHOWN ? firstFolded : undefined}
          />
        ))}
      </ul>
      {isFolded && (
        <Button variant="text" onClick={unfold}>
          {text('order.parcels.show-all', { count: parcels.length })}
        </Button>
      )}
    </section>
  )
}

function ParcelRow({ order, parcel, position, isTracked, ref }: ParcelRowProps) {
  const { texts, text } = useTexts()
  const assortment = useAssortment()
  const { number, carrier, trackingUrl, productCodes } = parcel
  const href = isTracked ? toSafeLink(trackingUrl) : undefined
  const titles = formatTitles(texts, order, assortment, productCodes)
  return (
    <Row
      ref={ref}
      icon={Truck}
      title={[text('order.parcel', { number: position }), titles].filter(Boolean).join(' · ')}
      facts={[formatWhen(texts, order, parcel), `${carrier} ${number}`]}
      action={
        href && (
          <a
            href={href}
            rel="noreferrer"
            className={buttonClass('quiet')}
            aria-label={text('order.track-parcel', { number: position })}
          >
            {text('order.track')}
          </a>
        )
      }
    />
  )
}

interface ParcelRowProps {
  order: Order
  parcel: Order['parcels'][number]
  position: number
  /** Whether its tracking link is shown: carriers end them some weeks after the delivery. */
  isTracked: boolean
  ref: Ref<HTMLLIElement> | undefined
}

/** 'Sent 21 Nov, expected 24–25 Nov', and once it is delivered, when and to whom. */
function formatWhen(texts: Texts, order: Order, parcel: Order['parcels'][number]): string {
  const { shippedAt, deliveredAt, deliveredTo, pickupReadyAt } = parcel
  const day = (at: string) => orderDayLabel(texts, at, 'short-day')
  if (deliveredAt !== undefined)
    return [texts.text('order.parcel-delivered', { date: day(deliveredAt) }), deliveredTo]
      .filter(Boolean)
      .join(' · ')
  const sent = texts.text('order.parcel-sent', { date: day(shippedAt) })
  if (pickupReadyAt !== undefined)
    return `${sent} · ${texts.text('order.parcel-ready', { date: day(pickupReadyAt) })}`
  const range = findParcelArrival(order, parcel)
  if (!range) return sent
  const dates = orderDaysLabel(texts, range, { style: 'short-day' })
  return `${sent} · ${texts.text('order.parcel-expected', { dates })}`
}

/** Returns the products by their titles; empty where the order has only one. */
function formatTitles(
  texts: Texts,
  { products }: Order,
  assortment: Assortment,
  codes: readonly string[],
): string {
  if (products.length === 1) return ''
  const namedProducts = products.filter(({ code }) => codes.includes(code))
  return listLabel(texts, listProductNames(namedProducts, assortment))
}

function Row({ icon, title, before, facts, action, ref }: RowProps) {
  return (
    <li ref={ref} tabIndex={ref ? -1 : undefined} className={classes('ui-row16', styles.row)}>
      <span className={classes('ui-fixed ui-centered ui-screen-only', styles.icon)}>
        <Icon of={icon} />
      </span>
      <div className="ui-fill">
        <h3 className={styles.title}>{title}</h3>
        {before && (
          <p className="ui-note">
            <del>{before}</del>
          </p>
        )}
        {facts.filter(Boolean).map(fact => (
          <p key={fact} className="ui-note">
            {fact}
          </p>
        ))}
      </div>
      {action && <span className="ui-fixed ui-screen-only">{action}</span>}
    </li>
  )
}

interface RowProps {
  icon: LucideIcon
  title: string
  /** What was promised before, struck through. */
  before?: string | undefined
  facts: readonly string[]
  action?: ReactNode
  ref?: Ref<HTMLLIElement> | undefined
}

/** Days in which products arrive that are not delivered. */
interface Arrival {
  range: DayRange
  /** The days that were promised at first, if they were others. */
  promised: DayRange | undefined
  isPast: boolean
  productCodes: readonly string[]
}

/**
 * Lists when the products of an order arrive that are in no parcel, whose row has its own days. The one date of all of them is left
 * out where the order's message names it and nothing else was promised; an order that is over has none.
 */
function listArrivals(
  order: Order,
  { kind, now, timeZone }: { kind: OrderMessageKind; now: number; timeZone: string },
): Arrival[] {
  if (OVER_KINDS.includes(kind)) return []
  const inParcels = new Set(order.parcels.flatMap(({ productCodes }) => productCodes))
  const today = formatCalendarDay(new Date(now), timeZone)
  const { groups } = summarizeDelivery(order)
  const open = groups.filter(({ state }) => state !== 'delivered')
  const arrivals = open.flatMap(({ productCodes, arriving, promised }) => {
    const codes = productCodes.filter(code => !inParcels.has(code))
    return arriving && codes.length > 0
      ? [{ range: arriving, promised, isPast: arriving.to < today, productCodes: codes }]
      : []
  })
  const isNamedAbove =
    NAMING_KINDS.includes(kind) && open.length === 1 && arrivals[0] && arrivals[0].promised === undefined
  return isNamedAbove ? [] : arrivals
}

const OVER_KINDS: readonly OrderMessageKind[] = ['cancelled', 'failed', 'delivered', 'sent-long-ago']

/** Messages that name when the order arrives or was due. */
const NAMING_KINDS: readonly OrderMessageKind[] = [
  'delayed',
  'overdue',
  'late',
  'sent',
  'ordered',
  'in-production',
  'unknown',
]
