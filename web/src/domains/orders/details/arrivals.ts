import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { type DayRange, summarizeDelivery } from '#contract/order-delivery.ts'
import type { OrderMessageKind } from '#contract/order-message.ts'
import type { Order } from '#contract/orders.ts'

/** Days in which products arrive that are not delivered. */
export interface Arrival {
  range: DayRange
  /** The days that were promised at first, if they were others (NX-104). */
  promised: DayRange | undefined
  isPast: boolean
  productCodes: readonly string[]
}

/**
 * Lists when the products of an order arrive (AA-069). The one date of all of them is left out where the order's message names it
 * and nothing else was promised; an order that is over has none.
 */
export function listArrivals(
  order: Order,
  { kind, now, timeZone }: { kind: OrderMessageKind; now: number; timeZone: string },
): Arrival[] {
  if (OVER_KINDS.includes(kind)) return []
  const open = new Set(
    summarizeDelivery(order)
      .groups.filter(({ state }) => state !== 'delivered')
      .flatMap(({ productCodes }) => productCodes),
  )
  const today = formatCalendarDay(new Date(now), timeZone)
  const arrivals = (order.deliveryDates ?? [])
    .filter(({ productCodes }) =>
      productCodes.length === 0 ? open.size > 0 : productCodes.some(code => open.has(code)),
    )
    .map(({ from, to, promised, productCodes }) => ({
      range: { from, to },
      promised,
      isPast: to < today,
      productCodes,
    }))
  const [only] = arrivals
  const isForAll = only?.productCodes.length === 0 || only?.productCodes.length === open.size
  const isNamedAbove =
    NAMING_KINDS.includes(kind) && arrivals.length === 1 && isForAll && only?.promised === undefined
  return isNamedAbove ? [] : arrivals
}

const OVER_KINDS: readonly OrderMessageKind[] = ['cancelled', 'failed', 'delivered', 'sent-long-ago']
/** Messages that name when the order arrives or was due. */
const NAMING_KINDS: readonly OrderMessageKind[] = [
  'delayed',
  'overdue',
  'late',
  'sent',
  'ordered',
  'in-production',
  'unknown',
]
