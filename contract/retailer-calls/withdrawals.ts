import { z } from 'zod'
import { idInput } from '../id.ts'
import { instant } from '../scalars.ts'
import { retailerCall } from './retailer-call.ts'

export const retailerStatement = z.object({
  /** Printed on the customer's receipt. */
  reference: z.string(),
  /** When the first byte of the statement arrived; it counts for the period. */
  submittedAt: instant,
  /** Whether order and e-mail address are those of one customer; always when signed in. */
  matched: z.boolean(),
  /** Whether the period had ended, as far as Keepsake knows it. */
  isLate: z.boolean(),
  /** The order's code; as typed, if it is not matched. */
  orderCode: z.string(),
  /** Only if matched. */
  accountId: z.string().optional(),
  /** The products, if they are known. */
  productCodes: z.array(z.string()).optional(),
  /** 'all', or the products in the customer's words; only of a public statement. */
  products: z.string().optional(),
  name: z.string(),
  email: z.string(),
  /** Word by word. */
  statement: z.string(),
})

/**
 * A withdrawal from the contract. Receipt cannot be refused: every answer but 202 is repeated with the same `withdrawalId` and
 * body, without end. Later versions of the order say what was done (`withdrawals`).
 */
export const putWithdrawal = retailerCall('PUT', '/withdrawals/:withdrawalId', {
  params: z.object({ withdrawalId: idInput }),
  body: retailerStatement,
  answer: z.object({ withdrawalId: z.string() }),
  status: 202,
})
