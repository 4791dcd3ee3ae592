import { z } from 'zod'
import { minorUnits } from './money.ts'
import { deadline, instant } from './scalars.ts'

export const REFUND_REASONS = ['cancellation', 'withdrawal', 'complaint', 'goodwill'] as const
export const REFUND_STATES = ['announced', 'paid'] as const

/** Money that is, or was, on its way back to the customer. */
export const refund = z.object({
  refundId: z.string(),
  amount: minorUnits,
  /** When it was announced or paid. */
  at: instant,
  state: z.enum(REFUND_STATES),
  /** When it is on the customer's account at the latest. */
  expectedBy: deadline.optional(),
  reason: z.enum(REFUND_REASONS),
  productCodes: z.array(z.string()).optional(),
  method: z.string().optional(),
})
export type Refund = z.infer<typeof refund>
