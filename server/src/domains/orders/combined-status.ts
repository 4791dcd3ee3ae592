import { isPaid } from '#contract/order-payment.ts'
import {
  isFailedStatus,
  ORDER_STEPS,
  type OrderState,
  type OrderStatus,
  STATES_OF_STATUSES,
} from '#contract/order-status.ts'
import { hasFailed } from '#contract/order-waiting.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderBody } from './tables.ts'

/** What the status of an order is read from. */
export type StatusFacts = Pick<OrderBody, 'status' | 'products'> & Pick<Order, 'payment' | 'isInvoicePaid'>

/**
 * Returns the status of an order: that of its least advanced product that did not fail; the order's own status when it
 * or all its products failed.
 */
export function combineStatus(order: StatusFacts): OrderStatus {
  const status = readStatus(order.status, order)
  if (isFailedStatus(status)) return status
  const activeStatuses = order.products
    .map(product => readStatus(product.status ?? order.status, order))
    .filter(each => !isFailedStatus(each))
  return activeStatuses.reduce(
    (least, each) => (rankStatus(each) < rankStatus(least) ? each : least),
    activeStatuses[0] ?? status,
  )
}

/** Lists the products of an order with their own statuses, or the order's. */
export const listProductStatuses = ({ status, products }: Pick<OrderBody, 'status' | 'products'>) =>
  products.map(product => ({ code: product.code, status: product.status ?? status }))

/** Returns a status as it is read: what is paid awaits no payment, and none has failed. */
export const readStatus = (
  status: OrderStatus,
  order: Pick<Order, 'payment' | 'isInvoicePaid'>,
): OrderStatus => (UNPAID_STATES.includes(STATES_OF_STATUSES[status]) && isPaid(order) ? 'Confirmed' : status)

const UNPAID_STATES: readonly OrderState[] = ['awaiting-payment', 'payment-failed']

/** `hasFailed` of the contract, of an order with these products. */
export const hasOrderFailed = (
  body: StatusFacts & Pick<OrderBody, 'paymentUrl' | 'paymentExpiresAt'>,
  now: Date,
): boolean => hasFailed({ ...body, status: combineStatus(body) }, now.getTime())

const rankStatus = (status: OrderStatus): number =>
  (ORDER_STEPS as readonly OrderState[]).indexOf(STATES_OF_STATUSES[status])
