import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idInput } from './id.ts'
import { refuseField } from './input/field-issues.ts'
import { listRepeated } from './input/repeated.ts'
import { statementFields, withdrawalSender } from './input/withdrawal.ts'
import { ORDER_PRODUCTS_MAX, orderCode } from './retailer-orders.ts'
import { instant } from './scalars.ts'

/*
 * Statements with which consumers withdraw from the contract (Directive 2011/83/EU, article 11a): signed in for products of an
 * order, or by a public form in own words. A well-formed statement is never refused for being late.
 */

/** Why a signed-in customer cannot withdraw; the `reason` of a 409. */
export const WITHDRAWAL_REFUSALS = [
  /** There is no right of withdrawal for a product. */
  'excluded',
  /** A product was withdrawn before; `reference` is that of the first statement. */
  'already-withdrawn',
  /** The right is that of consumers. */
  'business',
] as const
export type WithdrawalRefusal = (typeof WITHDRAWAL_REFUSALS)[number]

/** Public statements an hour from one network. */
export const STATEMENTS_PER_HOUR = 30

/** The receipt of a statement, which is also mailed. */
export const statementReceipt = z.object({
  /** 'W-7KQ2-94MD' */
  reference: z.string(),
  /** When the first byte of the request arrived. */
  submittedAt: instant,
  /** Word by word, in the customer's language. */
  statement: z.string(),
})
export type StatementReceipt = z.infer<typeof statementReceipt>

const productCodes = z
  .array(orderCode)
  .min(1)
  .max(ORDER_PRODUCTS_MAX)
  .superRefine((codes, ctx) => {
    for (const index of listRepeated(codes)) refuseField(ctx, [index])
  })

/** A withdrawal from products of the caller's order. */
export const withdrawalInput = z.object({
  withdrawalId: idInput,
  orderCode,
  productCodes,
  ...withdrawalSender,
})
export type WithdrawalInput = z.infer<typeof withdrawalInput>

export const createWithdrawal = endpoint('POST', 'withdrawals', '/v1/withdrawals', {
  policy: 'customer',
  summary:
    'Withdraws from the contract for products of the caller’s order (NX-125); repeated with the same id it is the same withdrawal. 409 has a reason (contract/withdrawals.ts)',
  body: withdrawalInput,
  answer: statementReceipt,
  status: 201,
  errors: ['not-found', 'conflict'],
})

export const statementInput = z.object({ statementId: idInput, ...statementFields })
export type StatementInput = z.infer<typeof statementInput>

export const createStatement = endpoint('POST', 'withdrawals', '/v1/statements', {
  policy: 'public',
  summary:
    'Withdraws from the contract without a sign-in (NX-126). Accepts every well-formed statement and does not tell whether order or address exist (NX-127); /withdraw is the same as a form',
  body: statementInput,
  answer: statementReceipt,
  status: 201,
  errors: ['conflict'],
})
