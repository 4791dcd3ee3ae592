import type { CancellationBlocker, CancellationState } from '#contract/cancellation.ts'
import { type OrderState, STATES_OF_STATUSES } from '#contract/order-status.ts'
import { combineStatus, hasOrderFailed } from '../combined-status.ts'
import type { OrderBody } from '../tables.ts'

/**
 * Returns why an order cannot be cancelled; undefined when it can: until the order system's `cancelUntil`, and never once a
 * product is in production or further, because the whole order is cancelled.
 */
export function findCancellationBlock(
  body: OrderBody,
  { cancellation, now }: { cancellation: CancellationState | undefined; now: Date },
): CancellationBlocker | undefined {
  if (hasOrderFailed(body, now) || cancellation === 'accepted') return 'cancelled'
  if (STATES_OF_STATUSES[combineStatus(body)] === 'sent') return 'sent'
  if (isBeingProduced(body)) return 'in-production'
  if (!body.cancelUntil) return 'not-available'
  return new Date(body.cancelUntil) <= now ? 'deadline-passed' : undefined
}

/** Whether a product is in production or further. */
const isBeingProduced = ({ status, products }: OrderBody): boolean =>
  (products.length > 0 ? products.map(product => product.status ?? status) : [status]).some(each =>
    PRODUCED_STATES.includes(STATES_OF_STATUSES[each]),
  )

const PRODUCED_STATES: readonly OrderState[] = ['in-production', 'sent']
