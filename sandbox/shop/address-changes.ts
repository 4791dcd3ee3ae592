import type { FastifyInstance } from 'fastify'
import { changeDeliveryAddress } from '#contract/retailer-calls/delivery-address.ts'
import type { Shop } from './context.ts'
import { answerCall, CallRefused } from './keepsake-calls/answer-call.ts'
import { findAddressChange, receiveAddressChange } from './orders/address-changes.ts'

/**
 * Mounts Keepsake's call for another delivery address. Accepted changes are stored; fulfilment applies or refuses them
 * later.
 */
export function mountAddressChanges(app: FastifyInstance, shop: Shop): void {
  answerCall(app, shop, changeDeliveryAddress, async ({ params, body }) => {
    const order = await shop.orders.change(params.code, before =>
      receiveAddressChange(before, body, shop.now()),
    )
    const change = order && findAddressChange(order, body.changeId)
    if (!change) throw new CallRefused()
    if (change.state === 'refused') throw new CallRefused(change.reason)
    return { changeId: change.changeId }
  })
}
