import { z } from 'zod'
import { instant } from './scalars.ts'

/*
 * Cancellation of a whole order before its production: requested by the customer, sent to the order system,
 * then accepted or refused by a version of the order.
 */

const CANCELLATION_STATES = ['requested', 'sent', 'accepted', 'refused'] as const
export type CancellationState = (typeof CANCELLATION_STATES)[number]

/** Why the customer cancels; asked for, never required. */
export const CANCELLATION_REASONS = [
  'changed-mind',
  'ordered-twice',
  'wrong-details',
  'too-slow',
  'other',
] as const
export type CancellationReason = (typeof CANCELLATION_REASONS)[number]

/** Why the order system refused a cancellation. */
export const CANCELLATION_REFUSALS = ['in-production', 'sent', 'cancelled', 'other'] as const
export type CancellationRefusal = (typeof CANCELLATION_REFUSALS)[number]

/** Why an order cannot be cancelled now; also the `reason` of a 409. */
export const CANCELLATION_BLOCKERS = [
  /** A product is in production or in a later state. */
  'in-production',
  'deadline-passed',
  'sent',
  /** The order failed or was cancelled. */
  'cancelled',
  'account-blocked',
  /** No order system is configured, or it does not say until when (`cancelUntil`). */
  'not-available',
] as const
export type CancellationBlocker = (typeof CANCELLATION_BLOCKERS)[number]

/** The customer's last cancellation of an order, and whether it can be cancelled. */
export const cancellation = z.object({
  /** Absent while the order can be cancelled; a client also checks the order's `cancelUntil`. */
  blockedBy: z.enum(CANCELLATION_BLOCKERS).optional(),
  last: z
    .object({
      cancellationId: z.string(),
      state: z.enum(CANCELLATION_STATES),
      requestedAt: instant,
      /** Only of a refused one. */
      refusal: z.enum(CANCELLATION_REFUSALS).optional(),
    })
    .optional(),
})
export type Cancellation = z.infer<typeof cancellation>
