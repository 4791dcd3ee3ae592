import type { AddressChangeBlocker } from '#contract/address-change.ts'
import type { CancellationState } from '#contract/cancellation.ts'
import { type OrderStatus, STATES_OF_STATUSES } from '#contract/order-status.ts'
import { combineStatus, hasOrderFailed } from '../combined-status.ts'
import type { OrderBody } from '../tables.ts'

/**
 * Returns why the address of an order cannot be changed; undefined when it can. It can for a home address only,
 * before production, and until the order system's deadline, which can shorten that time but never extend it.
 */
export function findAddressBlock(
  body: OrderBody,
  { hasOpenChange, cancellation, now }: BlockFacts,
): AddressChangeBlocker | undefined {
  if (!body.deliveryAddress) return 'no-address'
  if (body.deliveryAddress.type === 'PickupPoint') return 'pickup-point'
  if (hasOrderFailed(body, now) || cancellation === 'accepted') return 'order-failed'
  if (!isBeforeProduction(combineStatus(body))) return 'in-production'
  if (cancellation === 'requested' || cancellation === 'sent') return 'cancellation-in-progress'
  if (hasOpenChange) return 'change-in-progress'
  const { addressChangeUntil } = body
  if (addressChangeUntil && new Date(addressChangeUntil) <= now) return 'deadline-passed'
  return undefined
}

export interface BlockFacts {
  /** Whether a change was neither applied nor refused yet. */
  hasOpenChange: boolean
  /** The state of the customer's last cancellation of the order. */
  cancellation: CancellationState | undefined
  now: Date
}

/** Lists the products whose address can still be changed, because they are not in production yet. */
export function listChangeableProducts(body: OrderBody, now: Date): string[] {
  if (hasOrderFailed(body, now)) return []
  return body.products
    .filter(product => isBeforeProduction(product.status ?? body.status))
    .map(product => product.code)
}

/** Whether the order is final: all of it was sent, failed, or was cancelled. */
export const isFinished = (body: OrderBody, now: Date): boolean =>
  hasOrderFailed(body, now) || STATES_OF_STATUSES[combineStatus(body)] === 'sent'

function isBeforeProduction(status: OrderStatus): boolean {
  const state = STATES_OF_STATUSES[status]
  return state === 'awaiting-payment' || state === 'payment-failed' || state === 'ordered'
}
