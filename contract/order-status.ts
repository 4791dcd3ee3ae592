/*
 * Meaning of the order system's statuses for the customer: the single table for the rules
 * of server and screens. The first six statuses are in the retailer's documents, the others are also in use.
 */

/** States as the customer sees them: first the steps of an order and its end, then failures. */
export type OrderState = keyof typeof ORDER_STATES

export const ORDER_STATES = {
  'awaiting-payment': 'step',
  ordered: 'step',
  'in-production': 'step',
  sent: 'step',
  cancelled: 'failure',
  'payment-failed': 'failure',
  'verification-failed': 'failure',
  'processing-failed': 'failure',
  rejected: 'failure',
} as const

/** The steps of an order, first to last. */
export const ORDER_STEPS = ['awaiting-payment', 'ordered', 'in-production', 'sent'] as const

export const STATES_OF_STATUSES = {
  Received: 'awaiting-payment',
  Confirmed: 'ordered',
  ProductionStarted: 'in-production',
  ProductionCompleted: 'in-production',
  Dispatched: 'sent',
  Cancelled: 'cancelled',
  paymentPending: 'awaiting-payment',
  paymentSuccess: 'ordered',
  paymentFree: 'ordered',
  paymentFailed: 'payment-failed',
  approved: 'ordered',
  processing: 'in-production',
  producing: 'in-production',
  on_hold: 'in-production',
  delayed: 'in-production',
  shipped: 'sent',
  cancelled: 'cancelled',
  'verification failed': 'verification-failed',
  'processing failed': 'processing-failed',
  rejected: 'rejected',
} as const satisfies Record<string, OrderState>

export type OrderStatus = keyof typeof STATES_OF_STATUSES

export const ORDER_STATUSES = Object.keys(STATES_OF_STATUSES) as [OrderStatus, ...OrderStatus[]]

/** Whether an order with this status failed or was cancelled: it does not reset the retention period. */
export function isFailedStatus(status: OrderStatus): boolean {
  return ORDER_STATES[STATES_OF_STATUSES[status]] === 'failure'
}

/** Returns the state that a status means; undefined for a status that is not known yet. */
export function findState(status: string): OrderState | undefined {
  return Object.hasOwn(STATES_OF_STATUSES, status) ? STATES_OF_STATUSES[status as OrderStatus] : undefined
}

/** Whether the state is a failure, a cancellation included. */
export const isFailure = (state: OrderState | undefined): boolean =>
  state !== undefined && ORDER_STATES[state] === 'failure'
