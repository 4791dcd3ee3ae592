import type { Order } from '#contract/orders.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { hasOwnAction } from '../message/describe-message.ts'
import { useOrderMessage } from '../message/use-order-message.ts'
import { OrderChip } from '../order-status-chip.tsx'
import { ReorderButton } from '../reorder/reorder-button.tsx'
import { hasProducts, isCancelled } from '../reorder/use-reorder.ts'
import styles from './order-heading.module.css'

/** The order's code and where it is, and ordering it again. */
export function OrderHeading({ code, order }: { code: string; order: Order | undefined }) {
  const { text, rich } = useTexts()
  return (
    <PageHeading
      title={rich('order.title', { code: <span className={styles.code}>{code}</span> })}
      back={{ to: PATHS.orders, label: text('menu.orders') }}
      status={order && <OrderChip order={order} />}
    >
      {order && hasProducts(order) && !isCancelled(order) && <OrderAgain order={order} />}
    </PageHeading>
  )
}

/** Not beside a message with an action that goes first. */
function OrderAgain({ order }: { order: Order }) {
  const { kind } = useOrderMessage(order)
  if (hasOwnAction(kind)) return null
  return (
    <span className={styles.action}>
      <ReorderButton order={order} />
    </span>
  )
}

/** 'Placed on 20 November 2026 · Ordered with Resnap' (AA-068). */
export function OrderDateLine({ order: { createdAt, source } }: { order: Order }) {
  const texts = useTexts()
  const date = instantDayLabel(texts, createdAt)
  const facts = [texts.text('order.placed', { date }), source && texts.text('order.source', { source })]
  return <p className={styles.placed}>{facts.filter(Boolean).join(' · ')}</p>
}
