import { formatCalendarDay } from './input/calendar-day.ts'
import type { Order, OrderedProduct } from './orders.ts'

/** The instant from which the days of `day` and `at` are counted. */
export const ORDERS_NOW = '2026-11-22T11:50:00Z'

const DAY_MS = 86_400_000

/** Returns an instant of a day, ISO 8601. */
export const at = (days: number, time = '10:00:00') => `${day(days)}T${time}.000Z`

/** Returns the day so many days later, YYYY-MM-DD. */
export const day = (days: number) =>
  new Date(Date.parse(ORDERS_NOW) + days * DAY_MS).toISOString().slice(0, 10)

export const productForTests = (code: string, status: string, title = code): OrderedProduct => ({
  code,
  article: 'BOOK',
  title,
  quantity: 1,
  status,
  history: [],
  picture: null,
})

/** An order of one product, 'P-1', in production. */
export const orderForTests = (parts: Partial<Order>): Order => ({
  superOrderCode: '4711-2140',
  code: '4711-2140',
  version: 1,
  changedAt: at(-4),
  createdAt: at(-4),
  status: 'ProductionStarted',
  history: [{ status: 'paymentSuccess', at: at(-4) }],
  productCount: 1,
  products: [productForTests('P-1', parts.status ?? 'ProductionStarted')],
  parcels: [],
  hasDeliveryDates: false,
  addressChange: { productCodes: [] },
  total: { amount: 3900, currency: 'GBP' },
  ...parts,
})

/** A parcel with the product, sent three days ago. */
export const parcelForTests = (more: Partial<Order['parcels'][number]> = {}): Pick<Order, 'parcels'> => ({
  parcels: [
    {
      number: '1',
      carrier: 'Postline',
      trackingUrl: 'https://track.example/1',
      shippedAt: at(-3),
      productCodes: ['P-1'],
      ...more,
    },
  ],
})

/** Lists all days that an order has, in the zone, and the end of the time to report a problem, two years after each. */
export function listOrderDays(order: object, timeZone: string): Set<string> {
  const days = new Set<string>()
  JSON.stringify(order, (_, value: unknown) => {
    if (typeof value !== 'string') return value
    if (/^\d{4}-\d\d-\d\d$/.test(value)) days.add(value)
    if (!/^\d{4}-\d\d-\d\dT/.test(value)) return value
    for (const years of [0, 2]) {
      const instant = new Date(value)
      instant.setUTCFullYear(instant.getUTCFullYear() + years)
      days.add(formatCalendarDay(instant, timeZone))
    }
    return value
  })
  return days
}
