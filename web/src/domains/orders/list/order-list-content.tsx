import { FoundOrders } from '../search/found-orders.tsx'
import { OrderSearchFields } from '../search/order-search-fields.tsx'
import { useFoundOrders } from '../search/use-found-orders.ts'
import type { useOrderSearch } from '../search/use-order-search.ts'
import { OrderSections } from './order-sections.tsx'
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
