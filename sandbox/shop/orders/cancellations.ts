import type { z } from 'zod'
import type { CancellationRefusal } from '#contract/cancellation.ts'
import type { cancelRetailerOrder } from '#contract/retailer-calls/cancellation.ts'
import { cancel } from './lifecycle.ts'
import { addVersion, type Cancellation, type Order } from './order.ts'
import { addRefund } from './refunds.ts'

/**
 * Cancellations that customers requested. Like a step of fulfilment, each is one change of the order's file, so that an order
 * is cancelled before its production or not at all.
 */

export const findReceivedCancellation = ({ cancellations = [] }: Order): Cancellation | undefined =>
  cancellations.find(({ state }) => state === 'received')

export const findCancellation = ({ cancellations = [] }: Order, id: string): Cancellation | undefined =>
  cancellations.find(({ cancellationId }) => cancellationId === id)

/** Receives or refuses a cancellation; returns the same order for a known one, which may be sent again. */
export function receiveCancellation(
  order: Order,
  { cancellationId, reason: why }: z.output<typeof cancelRetailerOrder.body>,
  now: Date,
): Order {
  if (findCancellation(order, cancellationId)) return order
  const reason = findReceivedCancellation(order) ? 'other' : findRefusal(order)
  const received = { cancellationId, ...(why && { why }), receivedAt: now.toISOString() }
  const cancellation: Cancellation = reason
    ? { ...received, state: 'refused', reason }
    : { ...received, state: 'received' }
  return { ...order, cancellations: [...(order.cancellations ?? []), cancellation] }
}

/** Accepts the received cancellation, or refuses it when it is too late. A paid order is refunded in the same version. */
export function decideCancellation(order: Order, now: Date): Order {
  const received = findReceivedCancellation(order)
  if (!received) return order
  const reason = findRefusal(order)
  if (reason) return refuse(order, received, reason, now)
  const { cancellationId } = received
  const amount = order.state.total?.amount ?? 0
  const refunds = addRefund(order, { amount, state: 'paid', reason: 'cancellation' }, now)
  const cancelled = cancel(storeDecision(order, { ...received, state: 'accepted' }), now)
  return {
    ...cancelled,
    state: {
      ...cancelled.state,
      cancelUntil: undefined,
      cancellation: { cancellationId, state: 'accepted' },
      ...(refunds && { refunds }),
    },
  }
}

/** Refuses the received cancellation although it is in time, as an order system may. */
export function refuseCancellation(order: Order, now: Date): Order {
  const received = findReceivedCancellation(order)
  return received ? refuse(order, received, findRefusal(order) ?? 'other', now) : order
}

function refuse(order: Order, received: Cancellation, reason: CancellationRefusal, now: Date): Order {
  const { cancellationId } = received
  return addVersion(storeDecision(order, { ...received, state: 'refused', reason }), now, {
    cancellation: { cancellationId, state: 'refused', reason },
  })
}

function storeDecision(order: Order, cancellation: Cancellation): Order {
  const cancellations = order.cancellations?.map(each =>
    each.cancellationId === cancellation.cancellationId ? cancellation : each,
  )
  return { ...order, cancellations }
}

/** Why the order cannot be cancelled. */
function findRefusal({ step, state }: Order): CancellationRefusal | undefined {
  if (state.status === 'Cancelled') return 'cancelled'
  if (step === 'Dispatched') return 'sent'
  return step === 'Received' || step === 'Confirmed' ? undefined : 'in-production'
}
