import type { OrderGroup } from '#contract/order-group.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import { NoOrders } from './no-orders.tsx'
import styles from './order-list.module.css'
import { OrderListLoading } from './order-list-loading.tsx'
import { OrderSection } from './order-section.tsx'
import type { Orders } from './use-orders.ts'

/** The orders in their sections; boxes while they are loading. */
export function OrderSections({ orders }: { orders: Orders }) {
  const { text } = useTexts()
  const failure = orders.retry && (
    <div className={styles.failure}>
      <AlertBanner kind="error" onRetry={orders.retry}>
        <ContactText id="app.error.text" />
      </AlertBanner>
    </div>
  )
  if (orders.status === 'pending') return <OrderListLoading />
  if (orders.status === 'error') return failure
  const { groups, isComplete, isRecentFinal } = orders
  if (isComplete && groups.size === 0) return <NoOrders />
  const needsCustomer = groups.has('needs-you')
  const getGroup = (group: OrderGroup, label?: string) => ({ group, label, orders: groups.get(group) ?? [] })
  return (
    <>
      <OrderSection
        id="in-progress"
        title={text('orders.in-progress')}
        // One group alone that needs nothing is named by the title.
        groups={[
          getGroup('needs-you', text('orders.needs-you')),
          getGroup('on-its-way', needsCustomer ? text('orders.on-its-way') : undefined),
        ]}
        isCounted={isRecentFinal}
      />
      {groups.has('finished') && (
        <OrderSection
          id="finished"
          title={text('orders.finished')}
          groups={[getGroup('finished')]}
          isCounted={isRecentFinal}
        />
      )}
      <OrderSection
        id="history"
        title={text('orders.history')}
        groups={[getGroup('history')]}
        isCounted={isComplete}
      />
      {failure}
    </>
  )
}
