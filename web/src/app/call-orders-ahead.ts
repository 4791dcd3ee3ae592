import { getOrders } from '#contract/orders.ts'
import { ordersFrom } from '#web/domains/orders/index.ts'
import { callAhead } from '#web/platform/http/call.ts'

/** Requests the first orders while the code of their screen is still loading. */
export function callOrdersAhead(): Promise<void> {
  return callAhead(getOrders, { query: ordersFrom(0) })
}
