import { useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import Calendar from 'lucide-react/icons/calendar'
import Truck from 'lucide-react/icons/truck'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Order } from '#contract/orders.ts'
import { type Assortment, useAssortment } from '#web/domains/merchandise/index.ts'
import { dayRangeLabel, instantLabel } from '#web/platform/i18n/instants.ts'
import { listLabel } from '#web/platform/i18n/lists.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { toSafeLink } from '#web/platform/links/safe-link.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { deliveryDatesQuery } from '../order-queries.ts'
import { listProductNames } from '../product-name.ts'
import styles from './delivery-section.module.css'
import sections from './order-section.module.css'

/** Parcels shown until all are asked for, so that the products stay near. */
const PARCELS_SHOWN = 3

/** When the products arrive (AA-069), and the parcels; left out while nothing is known. */
export function DeliverySection({ order }: { order: Order }) {
  const texts = useTexts()
  const { text } = texts
  const assortment = useAssortment()
  const { superOrderCode: code, hasDeliveryDates, parcels } = order
  // Requested only if there are some: a browser logs every 404.
  const dates = useQuery({ ...deliveryDatesQuery(code), enabled: hasDeliveryDates }).data ?? []
  const visibleDates = hasDeliveryDates ? dates : []
  const [isUnfolded, setUnfolded] = useState(false)
  const firstFolded = useRef<HTMLLIElement>(null)
  const isFolded = parcels.length > PARCELS_SHOWN + 1 && !isUnfolded
  const visibleParcels = isFolded ? parcels.slice(0, PARCELS_SHOWN) : parcels
  const unfold = () => {
    flushSync(() => setUnfolded(true))
    firstFolded.current?.focus()
  }
  if (visibleDates.length + parcels.length === 0) return null
  return (
    <section aria-labelledby="order-delivery" className={sections.section}>
      <h2 id="order-delivery" className={sections.title}>
        {text('order.delivery')}
      </h2>
      <ul className={sections.rows}>
        {visibleDates.map(({ from, to, productCodes }) => (
          <Row
            key={`${from} ${to} ${productCodes}`}
            icon={Calendar}
            title={text('order.arriving', { dates: dayRangeLabel(texts, from, to) })}
            facts={[formatTitles(texts, order, assortment, productCodes)]}
          />
        ))}
        {visibleParcels.map((parcel, index) => (
          <ParcelRow
            key={parcel.number}
            order={order}
            parcel={parcel}
            position={index + 1}
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

function ParcelRow({ order, parcel, position, ref }: ParcelRowProps) {
  const texts = useTexts()
  const { text } = texts
  const assortment = useAssortment()
  const { number, carrier, shippedAt, trackingUrl, productCodes } = parcel
  const href = toSafeLink(trackingUrl)
  const titles = formatTitles(texts, order, assortment, productCodes)
  return (
    <Row
      ref={ref}
      icon={Truck}
      title={[text('order.parcel', { number: position }), titles].filter(Boolean).join(' · ')}
      facts={[
        text('order.parcel-sent', { date: instantLabel(texts, shippedAt, 'short-day') }),
        `${carrier} ${number}`,
      ]}
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
  ref: Ref<HTMLLIElement> | undefined
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

function Row({ icon, title, facts, action, ref }: RowProps) {
  return (
    <li ref={ref} tabIndex={ref ? -1 : undefined} className={styles.row}>
      <span className={styles.icon}>
        <Icon of={icon} />
      </span>
      <div className={styles.text}>
        <h3 className={styles.title}>{title}</h3>
        {facts.filter(Boolean).map(fact => (
          <p key={fact} className={styles.fact}>
            {fact}
          </p>
        ))}
      </div>
      {action && <span className={styles.action}>{action}</span>}
    </li>
  )
}

interface RowProps {
  icon: LucideIcon
  title: string
  facts: readonly string[]
  action?: ReactNode
  ref?: Ref<HTMLLIElement> | undefined
}
