import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { OrderGroup } from '#contract/order-group.ts'
import type { Order } from '#contract/orders.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { priceLabel } from '#web/platform/i18n/money.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { StepMeter } from '#web/ui/step-bar.tsx'
import { MessageLink } from '../message/message-action.tsx'
import { MessageLine } from '../message/message-line.tsx'
import { useOrderMessage } from '../message/use-order-message.ts'
import { OrderChip } from '../order-status-chip.tsx'
import { findOrderSteps } from '../order-steps.ts'
import { OrderTitle } from '../order-title.tsx'
import { ProductPictures } from '../product-picture.tsx'
import { ReorderButton } from '../reorder/reorder-button.tsx'
import { hasProducts } from '../reorder/use-reorder.ts'
import { Marked } from '../search/marked.tsx'
import styles from './order-card.module.css'

/** An order of the list: a link to its details as a whole, with one next action. */
export const OrderCard = memo(function OrderCard({ order, group }: { order: Order; group: OrderGroup }) {
  const { texts, text } = useTexts()
  const { superOrderCode: code, products, productCount, total } = order
  const date = instantDayLabel(texts, order.createdAt)
  const { view } = useOrderMessage(order)
  const action = view.actions.at(-1)
  const isInProgress = group === 'needs-you' || group === 'on-its-way'
  return (
    <li className={styles.card}>
      <ProductPictures products={products} />
      <div>
        <h3 className={styles.title}>
          <Link to={PATHS.order} params={{ orderCode: code }} className={styles.link}>
            <OrderTitle order={order} />
          </Link>
        </h3>
        <p className="ui-quiet">
          <Marked text={text('orders.facts', { code, date })} within={code} />
          {total && `\u00a0·\u00a0${priceLabel(texts, total.amount, total.currency)}`}
          {productCount > 0 && <Fact>{text('orders.product-count', { count: productCount })}</Fact>}
        </p>
        <MessageLine view={view} />
        {group !== 'history' && (
          <span className={styles.steps}>
            <StepMeter steps={findOrderSteps(order, { now: Date.now(), timeZone: texts.timeZone }).steps} />
          </span>
        )}
      </div>
      <div className={styles.end}>
        <OrderChip order={order} />
        {action && (isInProgress || action.kind === 'pay') ? (
          <MessageLink order={order} action={action} />
        ) : (
          !isInProgress && hasProducts(order) && <ReorderButton order={order} inList />
        )}
      </div>
    </li>
  )
})

/** A fact that stays on one line. */
function Fact({ children }: { children: string }) {
  return (
    <>
      {' · '}
      <span className="ui-nowrap">{children}</span>
    </>
  )
}
