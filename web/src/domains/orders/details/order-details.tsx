import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Order } from '#contract/orders.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import { isNotFound } from '#web/platform/http/http-failure.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import { cachedOrdersQuery } from '../cached-orders.ts'
import { OrderHelp } from '../help/order-help.tsx'
import { hasOwnAction } from '../message/describe-message.ts'
import { MessageSection } from '../message/message-section.tsx'
import { useOrderMessage } from '../message/use-order-message.ts'
import { orderQuery } from '../order-queries.ts'
import { ReorderBlock } from '../reorder/reorder-block.tsx'
import { hasProducts } from '../reorder/use-reorder.ts'
import { useOrderChanges } from '../use-order-changes.ts'
import { CutOffNote } from './cut-off-note.tsx'
import { DeliveryAddressBlock } from './delivery-address-block.tsx'
import { DeliverySection } from './delivery-section.tsx'
import styles from './order-details.module.css'
import { OrderDetailsLoading } from './order-details-loading.tsx'
import { OrderDocuments } from './order-documents.tsx'
import { OrderDateLine, OrderHeading } from './order-heading.tsx'
import { OrderSteps } from './order-steps.tsx'
import { PayButton } from './pay-button.tsx'
import { PaymentBlock } from './payment-block.tsx'
import { type ProductLinks, ProductsSection } from './products-section.tsx'
import { UnknownOrder } from './unknown-order.tsx'

/** An order of the customer with all its facts (AA-065); a failure shows a message (AA-067), an unknown order three ways on. */
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
          <AlertBanner kind="error" onRetry={() => void query.refetch()}>
            <ContactText id="order.load-failed" />
          </AlertBanner>
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
