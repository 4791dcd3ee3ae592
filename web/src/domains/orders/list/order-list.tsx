import { useAssortment } from '#web/domains/merchandise/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import type { OrderGroup } from '../order-group.ts'
import { FoundOrders } from '../search/found-orders.tsx'
import { OrderSearchFields } from '../search/order-search-fields.tsx'
import { useFoundOrders } from '../search/use-found-orders.ts'
import { useOrderSearch } from '../search/use-order-search.ts'
import { useOrderChanges } from '../use-order-changes.ts'
import { NoOrders } from './no-orders.tsx'
import styles from './order-list.module.css'
import { OrderListLoading } from './order-list-loading.tsx'
import { OrderSection } from './order-section.tsx'
import { type Orders, useOrders } from './use-orders.ts'

/** All orders of the customer, in progress and history (AA-057), between them what is finished of the last 30 days. */
export function OrderList() {
  useOrderChanges()
  // Requested together with the orders, whose products it names.
  useAssortment()
  const { filter, setFilter, isSet } = useOrderSearch()
  const orders = useOrders({ isEnabled: !isSet })
  const found = useFoundOrders(filter, { isEnabled: isSet })
  if (orders.isComplete && orders.groups.size === 0 && !isSet) return <NoOrders />
  const isWithFields = isSet || orders.status === 'success'
  return (
    <>
      {/* Stays while the list below changes: it has the focus. */}
      {isWithFields && (
        <OrderSearchFields
          filter={filter}
          onChange={setFilter}
          years={(isSet ? found.years : undefined) ?? countYears(orders)}
        />
      )}
      {isSet ? (
        <FoundOrders filter={filter} onChange={setFilter} found={found} />
      ) : (
        <AllOrders orders={orders} />
      )}
    </>
  )
}

/** Counts the loaded orders by the year in which they were placed, the newest first. */
function countYears({ groups }: Orders) {
  const years = Map.groupBy([...groups.values()].flat(), order => new Date(order.createdAt).getFullYear())
  return [...years].map(([year, { length }]) => ({ year, count: length })).sort((a, b) => b.year - a.year)
}

function AllOrders({ orders }: { orders: Orders }) {
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
