import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Calendar from 'lucide-react/icons/calendar'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import type { Deadline } from '#contract/deadline.ts'
import { isPaymentOver } from '#contract/order-waiting.ts'
import type { Order } from '#contract/orders.ts'
import { customerQuery } from '#web/domains/customers/index.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import { isNotFound } from '#web/platform/http/http-failure.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { orderDayLabel } from '#web/platform/i18n/order-days.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ContactLink } from '#web/ui/contact-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PrimaryLink } from '#web/ui/primary-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { cachedOrdersQuery } from '../cached-orders.ts'
import { OrderHelp } from '../help/order-help.tsx'
import { hasOwnAction } from '../message/describe-message.ts'
import { MessageSection } from '../message/message-section.tsx'
import { useOrderMessage } from '../message/use-order-message.ts'
import { campaignQuery, orderQuery } from '../order-queries.ts'
import { awaitsPayment } from '../order-status.ts'
import { OrderChip } from '../order-status-chip.tsx'
import { ReorderBlock } from '../reorder/reorder-block.tsx'
import { ReorderButton } from '../reorder/reorder-button.tsx'
import { hasProducts, isCancelled } from '../reorder/use-reorder.ts'
import { useOrderChanges } from '../use-order-changes.ts'
import { DeliveryAddressBlock } from './delivery-address-block.tsx'
import { DeliverySection } from './delivery-section.tsx'
import { bold, Note } from './note.tsx'
import styles from './order-details.module.css'
import { OrderDocuments } from './order-documents.tsx'
import orderHeadingStyles from './order-heading.module.css'
import { OrderSteps } from './order-steps.tsx'
import { PayButton } from './pay-button.tsx'
import { PaymentBlock } from './payment-block.tsx'
import { type ProductLinks, ProductsSection } from './products-section.tsx'
import unknownOrderStyles from './unknown-order.module.css'

/** An order of the customer with all its facts; a failure shows a message, an unknown order three ways on. */
export function OrderDetails({ code, productLinks, report }: OrderDetailsProps) {
  useOrderChanges(code)
  // Requested together with the orders, whose products it names.
  useAssortment()
  const query = useQuery(orderQuery(code))
  const { data: cachedOrders } = useQuery(cachedOrdersQuery)
  const order = cachedOrders.get(code)?.order
  const isUnknown = isNotFound(query.error)
  return (
    <article className={styles.order}>
      <OrderHeading code={code} order={order} />
      {order && <Content order={order} {...(productLinks && { productLinks })} {...(report && { report })} />}
      {!order && query.isPending && <OrderDetailsLoading />}
      {!order && isUnknown && <UnknownOrder />}
      {!order && query.isError && !isUnknown && (
        <div className={styles.failure}>
          <LoadFailed retry={query.refetch} id="order.load-failed" />
        </div>
      )}
    </article>
  )
}

export interface OrderDetailsProps {
  code: string
  productLinks?: ProductLinks
  /** What the customer has reported about the order. */
  report?: (order: Order) => ReactNode
}

function Content({ order, productLinks, report }: { order: Order } & Omit<OrderDetailsProps, 'code'>) {
  const { kind, view } = useOrderMessage(order)
  const payment = view.actions.find(action => action.kind === 'pay')
  return (
    <>
      <OrderDateLine order={order} />
      <MessageSection order={order} />
      <OrderSteps order={order} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <div className={styles.happening}>
            {report?.(order)}
            <CutOffNote order={order} />
            <DeliverySection order={order} />
          </div>
          <div className={styles.bought}>
            <ProductsSection order={order} productLinks={productLinks} />
          </div>
          <div className={styles.help}>
            <OrderHelp order={order} />
          </div>
        </div>
        <div className={styles.column}>
          {order.deliveryAddress && (
            <div className={styles.address}>
              <DeliveryAddressBlock order={order} address={order.deliveryAddress} />
            </div>
          )}
          <div className={styles.payment}>
            <PaymentBlock order={order} />
            <OrderDocuments code={order.superOrderCode} />
            {!hasOwnAction(kind) && hasProducts(order) && <ReorderBlock order={order} />}
          </div>
        </div>
      </div>
      {payment && (
        <div className={styles.footer}>
          <PayButton href={payment.href} total={order.total} />
        </div>
      )}
    </>
  )
}

/** The boxes of an order while it is loading. */
function OrderDetailsLoading() {
  return (
    <Loading id="order.loading" className={styles.loading}>
      <Skeleton width={280} height={22} />
      <div className="ui-stack16">
        <Skeleton width={240} height={20} />
        <Skeleton height={44} />
      </div>
      <Skeleton height={44} />
      <div className={styles.columns}>
        <div className={styles.boxes}>
          <Skeleton width={120} height={24} />
          <Skeleton height={96} />
          <Skeleton height={96} />
        </div>
        <div className={styles.boxes}>
          <Skeleton width={160} height={24} />
          <Skeleton height={120} />
        </div>
      </div>
    </Loading>
  )
}

/**
 * Until when to order, from the campaign that the brand names, on an order that awaits payment; nothing once that is
 * over, nor where the order has to be paid before that anyway.
 */
function CutOffNote({ order }: { order: Order }) {
  const { campaign, paymentExpiresAt } = order
  if (!campaign || !awaitsPayment(order) || isPaymentOver(order, Date.now())) return null
  return <CampaignNote name={campaign} payBy={paymentExpiresAt} />
}

function CampaignNote({ name, payBy }: { name: string; payBy: Deadline | undefined }) {
  const texts = useTexts()
  const { data: campaign } = useQuery(campaignQuery(name))
  if (!campaign || Date.parse(campaign.orderBefore) <= Date.now()) return null
  if (payBy && Date.parse(payBy) <= Date.parse(campaign.orderBefore)) return null
  const date = orderDayLabel(texts, campaign.orderBefore)
  const { occasion } = campaign
  return (
    <Note icon={Calendar} tone="plain">
      {occasion
        ? texts.rich('order.cut-off-for', {
            b: bold,
            date,
            occasion: texts.text(`order.occasion.${occasion}`),
          })
        : texts.rich('order.cut-off', { b: bold, date })}
    </Note>
  )
}

/** In place of an order that is unknown or another customer's: who is signed in, and three ways on. */
function UnknownOrder() {
  const { text } = useTexts()
  const { data: customer } = useQuery(customerQuery)
  return (
    <EmptyState
      icon={Search}
      title={text('order.unknown.title')}
      text={
        <>
          {text('order.unknown.text')}
          {customer && <> {text('order.unknown.signed-in', { email: customer.email })}</>}
        </>
      }
      action={
        <div className={classes('ui-stack8', unknownOrderStyles.actions)}>
          <PrimaryLink to={PATHS.orders}>{text('order.unknown.orders')}</PrimaryLink>
          <Link to={PATHS.logout} className={buttonClass()}>
            {text('order.unknown.sign-in')}
          </Link>
          <ContactLink className={buttonClass('text')} />
        </div>
      }
    />
  )
}

/** The order's code and where it is, and ordering it again. */
function OrderHeading({ code, order }: { code: string; order: Order | undefined }) {
  const { text, rich } = useTexts()
  return (
    <PageHeading
      title={rich('order.title', { code: <span className={orderHeadingStyles.code}>{code}</span> })}
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
    <span className={orderHeadingStyles.action}>
      <ReorderButton order={order} />
    </span>
  )
}

/** 'Placed on 20 November 2026 · Ordered with Resnap'. */
function OrderDateLine({ order: { createdAt, source } }: { order: Order }) {
  const texts = useTexts()
  const date = instantDayLabel(texts, createdAt)
  const facts = [texts.text('order.placed', { date }), source && texts.text('order.source', { source })]
  return <p className={orderHeadingStyles.placed}>{facts.filter(Boolean).join(' · ')}</p>
}
