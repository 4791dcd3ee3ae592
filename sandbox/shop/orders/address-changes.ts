import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { AddressRefusal } from '#contract/address-change.ts'
import { changeDeliveryAddress } from '#contract/retailer-calls/delivery-address.ts'
import type { Shop } from '../context.ts'
import { answerCall, CallRefused } from '../keepsake-calls/answer-call.ts'
import { type AddressChange, addVersion, type Order } from './order.ts'

/**
 * Changes of an order's delivery address. Like a step of fulfilment, each is one change of the order's file, so that
 * an address is applied before production or not at all.
 */

export const findAcceptedChange = ({ addressChanges = [] }: Order): AddressChange | undefined =>
  addressChanges.find(({ state }) => state === 'accepted')

const findAddressChange = ({ addressChanges = [] }: Order, id: string): AddressChange | undefined =>
  addressChanges.find(({ changeId }) => changeId === id)

/** Accepts or refuses a change; returns the same order for a known change, which may be sent again. */
function receiveAddressChange(
  order: Order,
  { changeId, address }: z.output<typeof changeDeliveryAddress.body>,
  now: Date,
): Order {
  if (findAddressChange(order, changeId)) return order
  const reason = findAcceptedChange(order) ? 'other' : findRefusal(order, address.countryCode)
  const received = { changeId, address, receivedAt: now.toISOString() }
  const change: AddressChange = reason
    ? { ...received, state: 'refused', reason }
    : { ...received, state: 'accepted' }
  return { ...order, addressChanges: [...(order.addressChanges ?? []), change] }
}

/**
 * Applies the accepted change, or refuses it when it is too late; the new version of the order contains the decision.
 */
export function applyAddressChange(order: Order, now: Date): Order {
  const accepted = findAcceptedChange(order)
  if (!accepted) return order
  const { changeId, address } = accepted
  const reason = findRefusal(order, address.countryCode)
  if (reason) return refuseChange(order, accepted, reason, now)
  return addVersion(storeDecision(order, { ...accepted, state: 'applied' }), now, {
    deliveryAddress: { type: 'Home', ...address },
    addressChange: { changeId, state: 'applied' },
  })
}

/** Refuses the accepted change although it is in time, as an order system may. */
export function refuseAddressChange(order: Order, now: Date): Order {
  const accepted = findAcceptedChange(order)
  return accepted ? refuseChange(order, accepted, findRefusal(order) ?? 'not-deliverable', now) : order
}

function refuseChange(order: Order, accepted: AddressChange, reason: AddressRefusal, now: Date): Order {
  const { changeId } = accepted
  return addVersion(storeDecision(order, { ...accepted, state: 'refused', reason }), now, {
    addressChange: { changeId, state: 'refused', reason },
  })
}

function storeDecision(order: Order, change: AddressChange): Order {
  const addressChanges = order.addressChanges?.map(each =>
    each.changeId === change.changeId ? change : each,
  )
  return { ...order, addressChanges }
}

/** Why the order's address cannot be changed; the country must stay the same. */
function findRefusal({ step, state }: Order, countryCode?: string): AddressRefusal | undefined {
  if (state.status === 'Cancelled') return 'cancelled'
  if (step !== 'Received' && step !== 'Confirmed') return 'in-production'
  const { deliveryAddress } = state
  if (deliveryAddress?.type !== 'Home') return 'not-deliverable'
  return countryCode === undefined || countryCode === deliveryAddress.countryCode
    ? undefined
    : 'not-deliverable'
}

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
