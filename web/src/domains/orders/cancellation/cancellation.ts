import { useState } from 'react'
import type { CancellationBlocker, CancellationRefusal } from '#contract/cancellation.ts'
import { findState } from '#contract/order-status.ts'
import { isCancelling } from '#contract/order-waiting.ts'
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

/** Finds why a cancellation that was not decided yet on this page has been refused, until it is dismissed. */
export function usePendingCancellation(order: Order): {
  refusal: CancellationRefusal | undefined
  dismiss: () => void
} {
  const last = order.cancellation?.last
  const [pendingId, setPendingId] = useState<string>()
  if (last && isCancelling(order) && last.cancellationId !== pendingId) setPendingId(last.cancellationId)
  const isRefused = last?.state === 'refused' && last.cancellationId === pendingId
  return {
    refusal: isRefused ? (last.refusal ?? 'other') : undefined,
    dismiss: () => setPendingId(undefined),
  }
}
