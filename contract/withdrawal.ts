import { z } from 'zod'
import { deadline, instant } from './scalars.ts'

/*
 * Withdrawal from the contract for products of an order (Directive 2011/83/EU, article 11a). Businesses
 * have no right of withdrawal.
 */

/** Why there is no right of withdrawal for a product (Directive 2011/83/EU, article 16). */
export const WITHDRAWAL_EXCLUSIONS = ['personalised', 'sealed', 'digital', 'other'] as const
export type WithdrawalExclusion = (typeof WITHDRAWAL_EXCLUSIONS)[number]

/** What the retailer has done about a withdrawal; 'received' before it has done anything. */
export const WITHDRAWAL_STATES = ['received', 'confirmed', 'returned', 'refunded', 'rejected'] as const
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number]

/** A withdrawal from products of an order. */
export const withdrawal = z.object({
  withdrawalId: z.string(),
  /** Printed on the receipt. */
  reference: z.string(),
  state: z.enum(WITHDRAWAL_STATES),
  submittedAt: instant,
  productCodes: z.array(z.string()),
  /** Whether the period had ended when it was submitted. */
  isLate: z.boolean(),
  /** Why the retailer rejected it. */
  reason: z.string().optional(),
  labelUrl: z.string().optional(),
  sendBackBy: deadline.optional(),
})
export type Withdrawal = z.infer<typeof withdrawal>
