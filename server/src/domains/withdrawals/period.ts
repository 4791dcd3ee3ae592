import { findWithdrawalEnd, isAfterWithdrawalEnd, type OrderBody } from '../orders/index.ts'
import type { WithdrawalRow } from './store.ts'

/**
 * Whether the period of one of these products of an order had ended, and the first such end. A statement about no product that is
 * known is not late.
 */
export function findPeriod(
  body: OrderBody,
  productCodes: readonly string[],
  { submittedAt, timeZone }: { submittedAt: Date; timeZone: string },
): Pick<WithdrawalRow, 'is_late' | 'ended_at'> {
  const [ended] = body.products
    .filter(({ code }) => productCodes.includes(code))
    .flatMap(product => findWithdrawalEnd(body, product, timeZone) ?? [])
    .filter(end => isAfterWithdrawalEnd(submittedAt, end))
    .sort((a, b) => Date.parse(a) - Date.parse(b))
  return { is_late: ended !== undefined, ended_at: ended === undefined ? null : new Date(ended) }
}
