import type { z } from 'zod'
import type { AddressRefusal } from '#contract/address-change.ts'
import type { changeDeliveryAddress } from '#contract/retailer-calls/delivery-address.ts'
import { type AddressChange, addVersion, type Order } from './order.ts'

/**
 * Changes of an order's delivery address. Like a step of fulfilment, each is one change of the order's file, so that
 * an address is applied before production or not at all.
 */

export const findAcceptedChange = ({ addressChanges = [] }: Order): AddressChange | undefined =>
  addressChanges.find(({ state }) => state === 'accepted')

export const findAddressChange = ({ addressChanges = [] }: Order, id: string): AddressChange | undefined =>
  addressChanges.find(({ changeId }) => changeId === id)

/** Accepts or refuses a change; returns the same order for a known change, which may be sent again. */
export function receiveAddressChange(
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
