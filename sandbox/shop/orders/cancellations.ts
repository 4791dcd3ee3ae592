import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { CancellationRefusal } from '#contract/cancellation.ts'
import { cancelRetailerOrder } from '#contract/retailer-calls/cancellation.ts'
import type { Shop } from '../context.ts'
import { answerCall, CallRefused } from '../keepsake-calls/answer-call.ts'
import { cancel } from './lifecycle.ts'
import { addRefund } from './money.ts'
import { addVersion, type Cancellation, type Order } from './order.ts'

/**
 * Cancellations that customers requested. Like a step of fulfilment, each is one change of the order's file, so that an order
 * is cancelled before its production or not at all.
 */

export const findReceivedCancellation = ({ cancellations = [] }: Order): Cancellation | undefined =>
  cancellations.find(({ state }) => state === 'received')

const findCancellation = ({ cancellations = [] }: Order, id: string): Cancellation | undefined =>
  cancellations.find(({ cancellationId }) => cancellationId === id)

/** Receives or refuses a cancellation; returns the same order for a known one, which may be sent again. */
function receiveCancellation(
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

/** Mounts Keepsake's call that cancels an order. Received ones are stored; fulfilment decides them later. */
export function mountCancellations(app: FastifyInstance, shop: Shop): void {
  answerCall(app, shop, cancelRetailerOrder, async ({ params, body }) => {
    const order = await shop.orders.change(params.code, before =>
      receiveCancellation(before, body, shop.now()),
    )
    const cancellation = order && findCancellation(order, body.cancellationId)
    if (!cancellation) throw new CallRefused()
    if (cancellation.state === 'refused') throw new CallRefused(cancellation.reason)
    return { cancellationId: cancellation.cancellationId }
  })
}
