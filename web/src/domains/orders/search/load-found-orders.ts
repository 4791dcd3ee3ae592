import type { QueryClient } from '@tanstack/react-query'
import { searchOrders } from '#contract/order-searches.ts'
import { call } from '#web/platform/http/call.ts'
import { cacheOrders } from '../cached-orders.ts'
import type { OrderFilter } from './use-order-search.ts'

/** Loads and caches a page of the orders that match; returns their codes with the figures of the page, and the query. `cursor`: '' for the first. */
export async function loadFoundOrders(
  client: QueryClient,
  { query, state, year, articleNames, cursor }: OrderFilter & { articleNames: string[]; cursor: string },
  signal: AbortSignal,
) {
  const requestedAt = Date.now()
  const parameters = {
    ...(query && { q: query }),
    ...(state && { state }),
    ...(year && { year }),
    ...(cursor && { cursor }),
    ...(articleNames.length > 0 && { articleNames }),
  }
  const { superOrders, ...page } = await call(searchOrders, { query: parameters }, { signal })
  cacheOrders(client, superOrders, requestedAt)
  return { ...page, query, codes: superOrders.map(order => order.superOrderCode) }
}
