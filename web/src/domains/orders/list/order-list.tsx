import { useAssortment } from '#web/domains/merchandise/index.ts'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { useOrderSearch } from '../search/use-order-search.ts'
import { useOrderChanges } from '../use-order-changes.ts'
import { OrderListLoading } from './order-list-loading.tsx'
import { useOrders } from './use-orders.ts'

/** Loaded beside the orders: the texts of their messages are not part of the first page. */
const OrderListContent = lazyComponent(
  () => import('./order-list-content.tsx'),
  'OrderListContent',
  OrderListLoading,
)

/**
 * All orders of the customer, in progress and history, between them what is finished of the last 30 days; or those that
 * are searched for.
 */
export function OrderList() {
  useOrderChanges()
  // Requested together with the orders, whose products it names.
  useAssortment()
  const search = useOrderSearch()
  return <OrderListContent search={search} orders={useOrders({ isEnabled: !search.isSet })} />
}
