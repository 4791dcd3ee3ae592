import {
  isFailedStatus,
  ORDER_STEPS,
  type OrderState,
  type OrderStatus,
  STATES_OF_STATUSES,
} from '#contract/order-status.ts'
import { hasFailed } from '#contract/order-waiting.ts'
import type { OrderBody } from './tables.ts'

/**
 * Returns the status of an order: that of its least advanced product that did not fail; the order's own status when it
 * or all its products failed.
 */
export function combineStatus({ status, products }: Pick<OrderBody, 'status' | 'products'>): OrderStatus {
  if (isFailedStatus(status)) return status
  const activeStatuses = products
    .map(product => product.status ?? status)
    .filter(each => !isFailedStatus(each))
  return activeStatuses.reduce(
    (least, each) => (rankStatus(each) < rankStatus(least) ? each : least),
    activeStatuses[0] ?? status,
  )
}

/** `hasFailed` of the contract, of an order with these products. */
export const hasOrderFailed = (
  body: Pick<OrderBody, 'status' | 'products' | 'paymentUrl' | 'paymentExpiresAt'>,
  now: Date,
): boolean => hasFailed({ ...body, status: combineStatus(body) }, now.getTime())

const rankStatus = (status: OrderStatus): number =>
  (ORDER_STEPS as readonly OrderState[]).indexOf(STATES_OF_STATUSES[status])
