import Package from 'lucide-react/icons/package'
import type { OrderGroup } from '#contract/order-group.ts'
import { useChannelShopLink } from '#web/domains/merchandise/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FoundOrders } from '../search/found-orders.tsx'
import { OrderSearchFields } from '../search/order-search-fields.tsx'
import { useFoundOrders } from '../search/use-found-orders.ts'
import type { useOrderSearch } from '../search/use-order-search.ts'
import styles from './order-list.module.css'
import { OrderListLoading } from './order-list-loading.tsx'
import { OrderSection } from './order-section.tsx'
import type { Orders } from './use-orders.ts'

/** The fields of the search, and the orders in their sections or those that were found. */
export function OrderListContent({ search, orders }: OrderListContentProps) {
  const { filter, setFilter, isSet } = search
  const found = useFoundOrders(filter, { isEnabled: isSet })
  const hasOrders = orders.status === 'success' && (orders.groups.size > 0 || !orders.isComplete)
  return (
    <>
      {/* Stays while the list below changes: it has the focus. */}
      {(isSet || hasOrders) && (
        <OrderSearchFields
          filter={filter}
          onChange={setFilter}
          years={(isSet ? found.years : undefined) ?? countYears(orders)}
        />
      )}
      {isSet ? (
        <FoundOrders filter={filter} onChange={setFilter} found={found} />
      ) : (
        <OrderSections orders={orders} />
      )}
    </>
  )
}

interface OrderListContentProps {
  search: ReturnType<typeof useOrderSearch>
  orders: Orders
}

/** Counts the loaded orders by the year in which they were placed, the newest first. */
function countYears({ groups }: Orders) {
  const years = Map.groupBy([...groups.values()].flat(), order => new Date(order.createdAt).getFullYear())
  return [...years].map(([year, { length }]) => ({ year, count: length })).sort((a, b) => b.year - a.year)
}

/** The orders in their sections; boxes while they are loading. */
function OrderSections({ orders }: { orders: Orders }) {
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

/** In place of orders while there are none. */
function NoOrders() {
  const { text } = useTexts()
  const shop = useChannelShopLink()
  return (
    <EmptyState
      icon={Package}
      title={text('orders.empty')}
      action={
        <a href={shop} className={buttonClass('primary')} rel="noreferrer">
          {text('orders.empty.action')}
        </a>
      }
    />
  )
}
