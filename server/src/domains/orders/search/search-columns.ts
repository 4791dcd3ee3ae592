import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { summarizeDelivery } from '#contract/order-delivery.ts'
import { normalizeSearchText } from '#contract/order-search.ts'
import { ORDER_STATES, STATES_OF_STATUSES } from '#contract/order-status.ts'
import { combineStatus } from '../combined-status.ts'
import type { OrderRow } from '../store.ts'
import type { OrderBody, StoredState } from '../tables.ts'

/** The columns of an order that its search compares. */
export interface SearchColumns {
  state: StoredState
  placed_year: number
  search_text: string
}

/** Creates the columns by which an order is searched; the year is that of its time zone (NX-147). */
export function createSearchColumns(
  { code, body }: Pick<OrderRow, 'code' | 'body'>,
  timeZone: string,
): SearchColumns {
  return {
    state: findStoredState(body),
    placed_year: Number(formatCalendarDay(new Date(body.createdAt), timeZone).slice(0, 4)),
    search_text: [code, ...body.products.flatMap(listTexts)].map(normalizeSearchText).join(' '),
  }
}

const listTexts = ({ code, title, description, article }: OrderBody['products'][number]): string[] => [
  code,
  title,
  description ?? '',
  article,
]

/** Returns the state that does not depend on the time: whether a failed payment can be repeated does. */
function findStoredState(body: OrderBody): StoredState {
  const state = STATES_OF_STATUSES[combineStatus(body)]
  if (state === 'payment-failed') return state
  if (ORDER_STATES[state] === 'failure') return 'cancelled'
  const products = body.products.map(({ code, status }) => ({ code, status: status ?? body.status }))
  if (summarizeDelivery({ products, parcels: body.parcels }).isDelivered) return 'delivered'
  return state as StoredState
}
