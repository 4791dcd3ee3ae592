import { useState } from 'react'
import type { CancellationRefusal } from '#contract/cancellation.ts'
import { isCancelling } from '#contract/order-waiting.ts'
import type { Order } from '#contract/orders.ts'

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
