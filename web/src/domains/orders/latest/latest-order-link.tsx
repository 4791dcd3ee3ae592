import { Link } from '@tanstack/react-router'
import type { Order } from '#contract/orders.ts'
import { useChannelShopLink } from '#web/domains/merchandise/index.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ContactText } from '#web/ui/contact-text.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StepMeter } from '#web/ui/step-bar.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { findOrderSteps } from '../find-steps.ts'
import { MessageLine } from '../message/message-line.tsx'
import { useOrderMessage } from '../message/use-order-message.ts'
import { OrderChip } from '../order-status-chip.tsx'
import { ProductPicture } from '../product-picture.tsx'
import styles from './latest-order-link.module.css'
import type { NewestOrders } from './use-newest-orders.ts'

/** The newest order on phones: one link to its details. */
export function LatestOrderLink({ orders: { status, latest, retry } }: { orders: NewestOrders }) {
  const { text } = useTexts()
  const shop = useChannelShopLink()
  if (status === 'pending')
    return (
      <div role="status" data-loading className={styles.card}>
        <VisuallyHidden>{text('orders.loading')}</VisuallyHidden>
        <span className={classes('ui-row', styles.head)}>
          <Skeleton width={56} height={56} />
          <span className={classes('ui-stack ui-fill', styles.text)}>
            <Skeleton width="60%" height={20} />
            <Skeleton width="45%" height={18} className={styles.fact} />
          </span>
        </span>
        <Skeleton height={4} />
      </div>
    )
  if (status === 'error')
    return (
      <AlertBanner kind="error" onRetry={retry}>
        <ContactText id="app.error.text" />
      </AlertBanner>
    )
  if (latest) return <OrderLink order={latest} />
  return (
    <div className={classes('ui-row ui-wrap', styles.empty)}>
      <p>{text('orders.empty')}</p>
      <a href={shop} rel="noreferrer" className={buttonClass('text')}>
        {text('orders.empty.action')}
      </a>
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
          <span className={styles.fact}>
            {view.line === undefined ? placed : <MessageLine view={view} />}
          </span>
        </span>
      </span>
      <StepMeter steps={findOrderSteps(order, { now: Date.now(), timeZone: texts.timeZone }).steps} />
    </Link>
  )
}
