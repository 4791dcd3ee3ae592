import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { summarizeDelivery } from '#contract/order-delivery.ts'
import type { OrderBody } from './tables.ts'

/** Days of the right of withdrawal after the day of the delivery (Directive 2011/83/EU, article 9). */
const WITHDRAWAL_DAYS = 14

/**
 * Returns the last instant in which a product can be withdrawn from in time (NX-131): the retailer's, or the end of the 14th day
 * after the delivery of the order's last product, of the Monday where that is a Saturday or a Sunday (Regulation (EEC, Euratom)
 * No 1182/71, article 3). Undefined before the delivery, when every statement is in time.
 */
export function findWithdrawalEnd(
  body: Pick<OrderBody, 'products' | 'parcels' | 'status'>,
  { withdrawUntil }: Pick<OrderBody['products'][number], 'withdrawUntil'>,
  timeZone: string,
): string | undefined {
  if (withdrawUntil !== undefined) return withdrawUntil
  const { deliveredAt } = summarizeDelivery({
    parcels: body.parcels,
    products: body.products.map(({ code, status }) => ({ code, status: status ?? body.status })),
  })
  if (deliveredAt === undefined) return undefined
  const lastDay = addDays(new TZDate(new Date(deliveredAt), timeZone), WITHDRAWAL_DAYS)
  const weekday = lastDay.getDay()
  const monday = addDays(lastDay, weekday === 6 ? 2 : weekday === 0 ? 1 : 0)
  return new Date(
    new TZDate(
      monday.getFullYear(),
      monday.getMonth(),
      monday.getDate() + 1,
      0,
      0,
      0,
      0,
      timeZone,
    ).getTime() - 1,
  ).toISOString()
}

/** Whether a statement is late. The second that an end names belongs to the period. */
export function isAfterWithdrawalEnd(submittedAt: Date, end: string | undefined): boolean {
  if (end === undefined) return false
  return Math.floor(submittedAt.getTime() / 1000) > Math.floor(Date.parse(end) / 1000)
}
