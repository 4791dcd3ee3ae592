import {
  isFailedStatus,
  ORDER_STEPS,
  type OrderState,
  type OrderStatus,
  STATES_OF_STATUSES,
} from '#contract/order-status.ts'
import type { OrderBody } from './tables.ts'

/** The status of an order: the least advanced one of its products that did not fail; its own when all or itself did. */
export function combinedStatus({ status, products }: Pick<OrderBody, 'status' | 'products'>): OrderStatus {
  if (isFailedStatus(status)) return status
  const running = products.map(product => product.status ?? status).filter(each => !isFailedStatus(each))
  return running.reduce((least, each) => (stepOf(each) < stepOf(least) ? each : least), running[0] ?? status)
}

const stepOf = (status: OrderStatus): number =>
  (ORDER_STEPS as readonly OrderState[]).indexOf(STATES_OF_STATUSES[status])
