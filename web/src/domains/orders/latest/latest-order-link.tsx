import { Link } from '@tanstack/react-router'
import type { Order } from '#contract/orders.ts'
import { ChannelShopLink } from '#web/domains/merchandise/index.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StepMeter } from '#web/ui/step-bar.tsx'
import { MessageLine } from '../message/message-line.tsx'
import { useOrderMessage } from '../message/use-order-message.ts'
import { OrderChip } from '../order-status-chip.tsx'
import { findOrderSteps } from '../order-steps.ts'
import { ProductPicture } from '../product-picture.tsx'
import styles from './latest-order-link.module.css'
import type { NewestOrders } from './use-newest-orders.ts'

/** The newest order on phones: one link to its details. */
export function LatestOrderLink({ orders: { status, latest, retry } }: { orders: NewestOrders }) {
  const { text } = useTexts()
  if (status === 'pending')
    return (
      <Loading id="orders.loading" data-loading className={styles.card}>
        <span className={classes('ui-row', styles.head)}>
          <Skeleton width={56} height={56} />
          <span className={classes('ui-stack ui-fill', styles.text)}>
            <Skeleton width="60%" height={20} />
            <Skeleton width="45%" height={18} className="ui-small ui-quiet" />
          </span>
        </span>
        <Skeleton height={4} />
      </Loading>
    )
  if (status === 'error') return <LoadFailed retry={retry} />
  if (latest) return <OrderLink order={latest} />
  return (
    <div className={classes('ui-row ui-wrap', styles.empty)}>
      <p>{text('orders.empty')}</p>
      <ChannelShopLink className={buttonClass('text')} />
    </div>
  )
}

function OrderLink({ order }: { order: Order }) {
  const texts = useTexts()
  const { view } = useOrderMessage(order)
  const { superOrderCode: code, products, createdAt } = order
  const placed = texts.text('order.placed', { date: instantDayLabel(texts, createdAt) })
  return (
    <Link to={PATHS.order} params={{ orderCode: code }} className={styles.card}>
      <span className={classes('ui-row', styles.head)}>
        <ProductPicture
          picture={products.find(({ picture }) => picture)?.picture}
          className={styles.picture}
        />
        <span className={classes('ui-stack ui-fill', styles.text)}>
          <span className={classes('ui-row ui-wrap', styles.title)}>
            <strong className="ui-bold">{texts.text('order.title', { code })}</strong>
            <OrderChip order={order} small />
          </span>
          <span className="ui-small ui-quiet">
            {view.line === undefined ? placed : <MessageLine view={view} />}
          </span>
        </span>
      </span>
      <StepMeter steps={findOrderSteps(order, { now: Date.now(), timeZone: texts.timeZone }).steps} />
    </Link>
  )
}
