import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Package from 'lucide-react/icons/package'
import Truck from 'lucide-react/icons/truck'
import type { Order } from '#contract/orders.ts'
import { ChannelShopLink } from '#web/domains/merchandise/index.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { priceLabel } from '#web/platform/i18n/money.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { OrderSteps } from '../details/order-steps.tsx'
import { MessageButton, MessageLink } from '../message/message-action.tsx'
import { MessageLine } from '../message/message-line.tsx'
import { useOrderMessage } from '../message/use-order-message.ts'
import { OrderChip } from '../order-status-chip.tsx'
import { OrderTitle } from '../order-title.tsx'
import { ProductPictures } from '../product-picture.tsx'
import styles from './latest-order.module.css'
import { useNewestOrders } from './use-newest-orders.ts'

/** The newest order with its steps; the way to the shop while there is none. */
export function LatestOrder() {
  const { status, latest, retry } = useNewestOrders()
  if (status === 'pending') return <LatestOrderLoading />
  if (status === 'error') return <LoadFailed retry={retry} />
  return latest ? <OrderPanel order={latest} /> : <NoOrder />
}

function OrderPanel({ order }: { order: Order }) {
  const { texts, text } = useTexts()
  const { superOrderCode: code, total } = order
  const facts = text('orders.facts', { code, date: instantDayLabel(texts, order.createdAt) })
  return (
    <section className={classes('ui-stack4', styles.panel)} aria-labelledby="latest-order">
      <div className={classes('ui-row', styles.head)}>
        <ProductPictures products={order.products} />
        <div className={classes('ui-fill', styles.text)}>
          <h2 id="latest-order">
            <OrderTitle order={order} />
          </h2>
          <p className="ui-quiet">
            {total ? `${facts}\u00a0·\u00a0${priceLabel(texts, total.amount, total.currency)}` : facts}
          </p>
        </div>
        <OrderChip order={order} />
        <Link to={PATHS.order} params={{ orderCode: code }} className={buttonClass()}>
          {text('overview.order.view')}
        </Link>
      </div>
      <OrderSteps order={order} />
      <Message order={order} />
    </section>
  )
}

function NoOrder() {
  const { text } = useTexts()
  return (
    <div className={classes('ui-stack4', styles.panel)}>
      <div className={classes('ui-row', styles.head)}>
        <span className={classes('ui-centered ui-accent', styles.icon)}>
          <Icon of={Package} size={28} strokeWidth={1.5} />
        </span>
        <h2 className={classes('ui-fill', styles.text)}>{text('orders.empty')}</h2>
        <ChannelShopLink className={buttonClass('primary')} />
      </div>
    </div>
  )
}

/** The line and the main action of its message; left out while its chip says all. */
function Message({ order }: { order: Order }) {
  const { view } = useOrderMessage(order)
  const action = view.actions.at(-1)
  if (view.line === undefined && !action) return null
  return (
    <div className={classes('ui-row8 ui-wrap', styles.message)}>
      <Icon of={view.tone === 'amber' || view.tone === 'red' ? CircleAlert : Truck} />
      <div className="ui-fill">
        <MessageLine view={view} />
      </div>
      {action &&
        (action.kind === 'pay' ? (
          <MessageButton order={order} action={action} />
        ) : (
          <MessageLink order={order} action={action} />
        ))}
    </div>
  )
}

/** The boxes of the newest order while it is loading. */
function LatestOrderLoading() {
  return (
    <Loading id="orders.loading" data-loading className={classes('ui-stack4', styles.panel)}>
      <div className={classes('ui-row', styles.head)}>
        <Skeleton width={76} height={76} />
        <div className="ui-stack8 ui-fill">
          <Skeleton width="50%" height={24} />
          <Skeleton width="65%" height={20} />
        </div>
        <Skeleton width={110} height={28} round />
      </div>
      <div className="ui-stack8 ui-fill">
        <Skeleton height={4} />
        <Skeleton width="30%" height={20} />
      </div>
    </Loading>
  )
}
