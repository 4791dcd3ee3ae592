import type { CancellationBlocker } from '#contract/cancellation.ts'
import { findState } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'

/**
 * Finds why the order cannot be cancelled; undefined when it can. `isInTime`: whether the order's `cancelUntil` is still to come, as
 * the page counts it.
 */
export function findCancelBlock(
  { cancellation, cancelUntil }: Pick<Order, 'cancellation' | 'cancelUntil'>,
  { isInTime }: { isInTime: boolean },
): CancellationBlocker | undefined {
  if (!cancellation || cancelUntil === undefined) return cancellation?.blockedBy ?? 'not-available'
  return cancellation.blockedBy ?? (isInTime ? undefined : 'deadline-passed')
}

/** Finds when the first product of the order went into production. */
export function findProductionStart({
  history,
  products,
}: Pick<Order, 'history' | 'products'>): string | undefined {
  return [...history, ...products.flatMap(product => product.history)]
    .filter(({ status }) => findState(status) === 'in-production')
    .map(({ at }) => at)
    .sort((a, b) => Date.parse(a) - Date.parse(b))[0]
}
