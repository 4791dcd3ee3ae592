import { isDeepStrictEqual } from 'node:util'
import { type DayRange, joinRanges } from '#contract/order-delivery.ts'
import type { DeliveryDate } from '#contract/orders.ts'
import type { Reader } from '../../context.ts'
import { listColumns } from '../../platform/db/rows.ts'
import type { PromisedDays } from './tables.ts'

type Dates = Omit<DeliveryDate, 'promised'>[]

/**
 * Finds when the products of the orders arrive, by the order's code, each with the days that were promised at first if those
 * were others. Orders whose days are not known, or were taken back, are absent.
 */
export async function findDeliveryDates(
  db: Reader,
  codes: readonly string[],
): Promise<Map<string, DeliveryDate[]>> {
  const key = { feed: 'delivery-dates', key: codes } as const
  const rows = await listColumns(db, 'order_feeds', key, ['key', 'body', 'promised'])
  return new Map(
    rows.flatMap(({ key, body, promised }) => {
      const dates = readDates(body)
      // An empty list takes the dates back.
      return dates.length === 0 ? [] : [[key, dates.map(date => presentDate(date, promised ?? {}))]]
    }),
  )
}

/** Lists the days of a body of the feed, by the code of the product. */
export const listDays = (body: Record<string, unknown>): PromisedDays =>
  Object.fromEntries(
    readDates(body).flatMap(({ from, to, productCodes }) => productCodes.map(code => [code, { from, to }])),
  )

const readDates = (body: Record<string, unknown>): Dates => (body.dates ?? []) as Dates

function presentDate({ from, to, productCodes }: Dates[number], promised: PromisedDays): DeliveryDate {
  const first: DayRange | undefined = joinRanges(productCodes.map(code => promised[code]))
  return {
    from,
    to,
    productCodes,
    ...(first && !isDeepStrictEqual(first, { from, to }) && { promised: first }),
  }
}
