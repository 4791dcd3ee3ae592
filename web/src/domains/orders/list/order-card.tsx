import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { Order } from '#contract/orders.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { priceLabel } from '#web/platform/i18n/money.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { StepMeter } from '#web/ui/step-bar.tsx'
import type { OrderGroup } from '../order-group.ts'
import { findPaymentLink, findTrackingLink } from '../order-links.ts'
import { OrderStatusChip } from '../order-status-chip.tsx'
import { listSteps } from '../order-steps.ts'
import { OrderTitle } from '../order-title.tsx'
import { ProductPictures } from '../product-pictures.tsx'
import { ReorderButton } from '../reorder/reorder-button.tsx'
import { hasProducts } from '../reorder/use-reorder.ts'
import { Marked } from '../search/marked.tsx'
import styles from './order-card.module.css'

/** An order of the list: a link to its details as a whole, with one next action. */
export const OrderCard = memo(function OrderCard({ order, group }: OrderCardProps) {
  const texts = useTexts()
  const { text } = texts
  const { superOrderCode: code, products, productCount, total } = order
  const date = instantDayLabel(texts, order.createdAt)
  return (
    <li className={styles.card}>
      <ProductPictures products={products} />
      <div>
        <h3 className={styles.title}>
          <Link to={PATHS.order} params={{ orderCode: code }} className={styles.link}>
            <OrderTitle order={order} />
          </Link>
        </h3>
        <p className={styles.facts}>
          <Marked text={text('orders.facts', { code, date })} within={code} />
          {total && `\u00a0·\u00a0${priceLabel(texts, total.amount, total.currency)}`}
          {productCount > 0 && <Fact>{text('orders.product-count', { count: productCount })}</Fact>}
        </p>
        {group !== 'history' && (
          <span className={styles.steps}>
            <StepMeter steps={listSteps(order)} />
          </span>
        )}
      </div>
      <div className={styles.end}>
        <OrderStatusChip status={order.status} />
        <NextAction order={order} isInProgress={group === 'needs-you' || group === 'on-its-way'} />
      </div>
    </li>
  )
})

interface OrderCardProps {
  order: Order
  group: OrderGroup
}

/** A fact that stays on one line. */
function Fact({ children }: { children: string }) {
  return (
    <>
      {' · '}
      <span className={styles.fact}>{children}</span>
    </>
  )
}

/** Pay, track what is under way, or order again what is over. */
function NextAction({ order, isInProgress }: { order: Order; isInProgress: boolean }) {
  const { text } = useTexts()
  const payment = findPaymentLink(order, Date.now())
  if (!payment && !isInProgress) return hasProducts(order) ? <ReorderButton order={order} inList /> : null
  const href = payment ?? findTrackingLink(order)
  if (!href) return null
  return (
    <a
      href={href}
      rel="noreferrer"
      className={buttonClass('quiet')}
      aria-label={`${text(payment ? 'orders.pay' : 'orders.track')}, ${text('order.title', { code: order.superOrderCode })}`}
    >
      {text(payment ? 'orders.pay' : 'orders.track')}
    </a>
  )
}
