import { z } from 'zod'
import { deliveryAddress } from './delivery-address.ts'

/*
 * Change of an order's delivery address: requested by the customer, sent to the order system,
 * then applied or refused by a version of the order.
 */

const ADDRESS_CHANGE_STATES = ['requested', 'sent', 'applied', 'refused'] as const
export type AddressChangeState = (typeof ADDRESS_CHANGE_STATES)[number]

/** Why the order system refused a change. */
export const ADDRESS_REFUSALS = ['in-production', 'cancelled', 'not-deliverable', 'other'] as const
export type AddressRefusal = (typeof ADDRESS_REFUSALS)[number]

/** Why the address of an order cannot be changed now; also the `reason` of a 409. */
const ADDRESS_CHANGE_BLOCKERS = [
  /** The order has no delivery address. */
  'no-address',
  'pickup-point',
  /** The order failed or was cancelled. */
  'order-failed',
  /** All products are in production or in a later state. */
  'in-production',
  'deadline-passed',
  /** Another change is pending. */
  'change-in-progress',
  /** The customer's cancellation of the order is not decided yet. */
  'cancellation-in-progress',
  'account-blocked',
  /** No order system is configured. */
  'not-available',
] as const
export type AddressChangeBlocker = (typeof ADDRESS_CHANGE_BLOCKERS)[number]

export const addressChange = z.object({
  /** Absent while the address can be changed; a client also checks the order's `addressChangeUntil`. */
  blockedBy: z.enum(ADDRESS_CHANGE_BLOCKERS).optional(),
  /** Codes of the products that are not in production yet; a change applies to these. */
  productCodes: z.array(z.string()),
  /** The customer's last change. */
  last: z
    .object({
      changeId: z.string(),
      state: z.enum(ADDRESS_CHANGE_STATES),
      address: deliveryAddress,
      previousAddress: deliveryAddress,
      /** Only for a refused change. */
      refusal: z.enum(ADDRESS_REFUSALS).optional(),
    })
    .optional(),
})
export type AddressChange = z.infer<typeof addressChange>
