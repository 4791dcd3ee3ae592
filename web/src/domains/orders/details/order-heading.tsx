import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import type { Order } from '#contract/orders.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { findPaymentLink } from '../order-links.ts'
import { OrderStatusChip } from '../order-status-chip.tsx'
import { ReorderButton } from '../reorder/reorder-button.tsx'
import { canBeOffered, isCancelled } from '../reorder/use-reorder.ts'
import styles from './order-heading.module.css'
import { PayButton } from './pay-button.tsx'

/** The link to all orders above the title; phones have an arrow beside it instead. */
export function WayBack() {
  const { text } = useTexts()
  return (
    <Link to={PATHS.orders} className={styles.back}>
      <Icon of={ChevronLeft} size={16} />
      {text('menu.orders')}
    </Link>
  )
}

export function OrderHeading({ code, order }: { code: string; order: Order | undefined }) {
  const { text } = useTexts()
  const payment = order && findPaymentLink(order, Date.now())
  return (
    <div className={styles.heading}>
      <Link to={PATHS.orders} className={styles.arrow} aria-label={text('menu.orders')}>
        <Icon of={ArrowLeft} />
      </Link>
      <h1 className={styles.title}>{text('order.title', { code })}</h1>
      {order && (
        <span className={styles.status}>
          <OrderStatusChip status={order.status} />
        </span>
      )}
      {payment && (
        <span className={styles.action}>
          <PayButton href={payment} total={order.total} />
        </span>
      )}
      {order && !payment && canBeOffered(order) && !isCancelled(order) && (
        <span className={styles.action}>
          <ReorderButton order={order} />
        </span>
      )}
    </div>
  )
}

/** 'Placed on 20 November 2026 · Ordered with Resnap' (AA-068). */
export function PlacedLine({ order: { createdAt, source } }: { order: Order }) {
  const texts = useTexts()
  const { timeZone } = useConfig().brand
  const date = instantDayLabel(texts, createdAt, timeZone)
  const facts = [texts.text('order.placed', { date }), source && texts.text('order.source', { source })]
  return <p className={styles.placed}>{facts.filter(Boolean).join(' · ')}</p>
}
