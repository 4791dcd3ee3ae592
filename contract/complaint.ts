import { z } from 'zod'
import { deadline, instant } from './scalars.ts'

/*
 * A reported problem with delivered products of an order, which the retailer's customer care decides.
 */

export const COMPLAINT_STATES = ['sent', 'in-review', 'question', 'decided', 'closed'] as const
export type ComplaintState = (typeof COMPLAINT_STATES)[number]

export const COMPLAINT_REASONS = [
  'damaged',
  'quality',
  'wrong-product',
  'missing-part',
  'not-arrived',
  'other',
] as const
export type ComplaintReason = (typeof COMPLAINT_REASONS)[number]

/** What the customer would like. */
export const COMPLAINT_WISHES = ['reprint', 'refund', 'any'] as const

export const COMPLAINT_OUTCOMES = ['reprint', 'refund', 'voucher', 'declined'] as const

/** A complaint as its order names it. */
export const orderComplaint = z.object({
  complaintId: z.string(),
  state: z.enum(COMPLAINT_STATES),
  productCodes: z.array(z.string()),
  submittedAt: instant,
  updatedAt: instant,
  /** Until when the customer answers a question, or customer care a report. */
  answerBy: deadline.optional(),
  /** Until when the customer can object to the decision; absent when that is not possible. */
  objectUntil: deadline.optional(),
  decision: z
    .object({
      at: instant,
      outcome: z.enum(COMPLAINT_OUTCOMES),
      /** The order of a reprint, once it is known. */
      orderCode: z.string().optional(),
      /** Whether the order of the reprint has arrived, or was cancelled. */
      isReprintOver: z.boolean().optional(),
      reason: z.string().optional(),
      voucherCode: z.string().optional(),
    })
    .optional(),
})
export type OrderComplaint = z.infer<typeof orderComplaint>
