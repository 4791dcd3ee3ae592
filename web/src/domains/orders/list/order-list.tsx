import { useAssortment } from '#web/domains/merchandise/index.ts'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { useOrderChanges } from '../use-order-changes.ts'
import { OrderListLoading } from './order-list-loading.tsx'
import { useOrders } from './use-orders.ts'

/** Loaded beside the orders: the texts of their messages are not part of the first page. */
const OrderSections = lazyComponent(
  () => import('./order-sections.tsx').then(module => module.OrderSections),
  OrderListLoading,
)

/** All orders of the customer, in progress and history (AA-057), between them what is finished of the last 30 days. */
export function OrderList() {
  useOrderChanges()
  // Requested together with the orders, whose products it names.
  useAssortment()
  return <OrderSections orders={useOrders()} />
}
