import type { FastifyInstance } from 'fastify'
import { cancelRetailerOrder } from '#contract/retailer-calls/cancellation.ts'
import type { Shop } from './context.ts'
import { answerCall, CallRefused } from './keepsake-calls/answer-call.ts'
import { findCancellation, receiveCancellation } from './orders/cancellations.ts'

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
