import type { Order } from '#contract/orders.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { findPaymentLink } from '../order-links.ts'
import { OrderStatusChip } from '../order-status-chip.tsx'
import { ReorderButton } from '../reorder/reorder-button.tsx'
import { hasProducts, isCancelled } from '../reorder/use-reorder.ts'
import styles from './order-heading.module.css'
import { PayButton } from './pay-button.tsx'

/** The order's code and status, with what to do next. */
export function OrderHeading({ code, order }: { code: string; order: Order | undefined }) {
  const { text, rich } = useTexts()
  const action = order && renderNextAction(order)
  return (
    <PageHeading
      title={rich('order.title', { code: <span className={styles.code}>{code}</span> })}
      back={{ to: PATHS.orders, label: text('menu.orders') }}
      status={order && <OrderStatusChip status={order.status} />}
    >
      {action && <span className={styles.action}>{action}</span>}
    </PageHeading>
  )
}

function renderNextAction(order: Order) {
  const payment = findPaymentLink(order, Date.now())
  if (payment) return <PayButton href={payment} total={order.total} />
  return hasProducts(order) && !isCancelled(order) && <ReorderButton order={order} />
}

/** 'Placed on 20 November 2026 · Ordered with Resnap' (AA-068). */
export function OrderDateLine({ order: { createdAt, source } }: { order: Order }) {
  const texts = useTexts()
  const date = instantDayLabel(texts, createdAt)
  const facts = [texts.text('order.placed', { date }), source && texts.text('order.source', { source })]
  return <p className={styles.placed}>{facts.filter(Boolean).join(' · ')}</p>
}
