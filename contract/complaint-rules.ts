import type { ComplaintReason } from './complaint.ts'
import type { Deadline } from './deadline.ts'
import { formatCalendarDay } from './input/calendar-day.ts'
import { countDaysBetween, locateProduct } from './order-delivery.ts'
import { getComplaintEnd } from './order-message.ts'
import { findState, isFailure } from './order-status.ts'
import type { Order } from './orders.ts'

/* When problems with products can be reported. The page and the service decide by the same rules. */

/** Why a problem with a product cannot be reported now; also the `reason` of a 409. */
export const COMPLAINT_BLOCKERS = [
  /** The product failed or was cancelled. */
  'cancelled',
  'not-sent-yet',
  /** The time to report problems is over. */
  'too-late',
  /** Not arrived: its last day is not over, and it is not marked as delivered. */
  'not-late-yet',
] as const
export type ComplaintBlocker = (typeof COMPLAINT_BLOCKERS)[number]

/** Days after sending from which a parcel without a known day counts as late. */
const LATE_WITHOUT_DATES_DAYS = 14

export type ComplaintFacts = Pick<
  Order,
  'products' | 'parcels' | 'deliveryDates' | 'complaintUntil' | 'history'
>

/** Returns why a problem with a product of the order cannot be reported for this reason; undefined when it can. */
export function findComplaintBlock(
  order: ComplaintFacts,
  productCode: string,
  { reason, now, timeZone }: { reason?: ComplaintReason | undefined; now: number; timeZone: string },
): ComplaintBlocker | undefined {
  const product = order.products.find(({ code }) => code === productCode)
  const state = product && findState(product.status)
  if (isFailure(state) && state !== 'payment-failed') return 'cancelled'
  const parcels = order.parcels.filter(({ productCodes }) => productCodes.includes(productCode))
  if (parcels.length === 0 && state !== 'sent') return 'not-sent-yet'
  const end = findComplaintEnd(order, productCode)
  if (end !== undefined && Date.parse(end) <= now) return 'too-late'
  const isDelivered = parcels.some(({ deliveredAt }) => deliveredAt !== undefined)
  if (reason !== 'not-arrived' || isDelivered) return undefined
  return product && isLate(order, product, formatCalendarDay(new Date(now), timeZone), timeZone)
    ? undefined
    : 'not-late-yet'
}

/**
 * Returns until when problems with a product can be reported: the retailer's end, or two years after its delivery, or after it
 * was sent where no delivery is known.
 */
export function findComplaintEnd(order: ComplaintFacts, productCode: string): Deadline | undefined {
  const parcels = order.parcels.filter(({ productCodes }) => productCodes.includes(productCode))
  const since = [
    ...parcels.map(({ deliveredAt, shippedAt }) => deliveredAt ?? shippedAt),
    ...listSent(order, productCode),
  ]
  const last = since.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1)
  return last === undefined ? order.complaintUntil : getComplaintEnd(order, last)
}

function isLate(
  order: ComplaintFacts,
  product: ComplaintFacts['products'][number],
  today: string,
  timeZone: string,
): boolean {
  const { code: productCode } = product
  const last = locateProduct(order, product).arriving?.to
  if (last !== undefined) return countDaysBetween(last, today) >= 1
  const own = order.parcels.filter(({ productCodes }) => productCodes.includes(productCode))
  const sentAt = own.map(({ shippedAt }) => shippedAt).at(-1) ?? listSent(order, productCode).at(-1)
  if (sentAt === undefined) return true
  return countDaysBetween(formatCalendarDay(new Date(sentAt), timeZone), today) >= LATE_WITHOUT_DATES_DAYS
}

/** Lists when the product reached a status of having been sent. */
const listSent = ({ products, history }: ComplaintFacts, productCode: string): string[] => {
  const own = products.find(({ code }) => code === productCode)?.history ?? []
  return [...history, ...own].filter(({ status }) => findState(status) === 'sent').map(({ at }) => at)
}
