import { useAssortment } from '#web/domains/merchandise/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import { useOrderChanges } from '../use-order-changes.ts'
import { NoOrders } from './no-orders.tsx'
import styles from './order-list.module.css'
import { OrderListLoading } from './order-list-loading.tsx'
import { OrderSection } from './order-section.tsx'
import { useOrders } from './use-orders.ts'

/** All orders of the customer, in progress and history (AA-057). */
export function OrderList() {
  useOrderChanges()
  // Requested together with the orders, whose products it names.
  useAssortment()
  const { text } = useTexts()
  const orders = useOrders()
  const failure = orders.retry && (
    <div className={styles.failure}>
      <AlertBanner kind="error" onRetry={orders.retry}>
        <ContactText id="app.error.text" />
      </AlertBanner>
    </div>
  )
  if (orders.status === 'pending') return <OrderListLoading />
  if (orders.status === 'error') return failure
  const { inProgress, history, isComplete, isInProgressFinal } = orders
  if (isComplete && inProgress.length + history.length === 0) return <NoOrders />
  return (
    <>
      <OrderSection
        id="in-progress"
        title={text('orders.in-progress')}
        orders={inProgress}
        isCounted={isInProgressFinal}
        withSteps
      />
      <OrderSection id="history" title={text('orders.history')} orders={history} isCounted={isComplete} />
      {failure}
    </>
  )
}
