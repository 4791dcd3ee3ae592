import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Order } from '#contract/orders.ts'

/** An order from the answer to the latest call. */
interface CachedOrder {
  order: Order
  /** Milliseconds since 1970. The answer to the later call replaces the other one, in any order of arrival. */
  requestedAt: number
  /** Read after a change: listed even while no loaded batch names it. */
  isChange: boolean
}

export type CachedOrders = ReadonlyMap<string, CachedOrder>

/** All loaded orders by code: shared by the list, the newest order and the page of an order. */
export const cachedOrdersQuery = queryOptions({
  queryKey: ['orders', 'known'] as const,
  // What is invalidated with all other queries stays: a list without its orders would lose its place.
  queryFn: ({ client, queryKey }): CachedOrders => client.getQueryData(queryKey) ?? new Map(),
  initialData: (): CachedOrders => new Map(),
  staleTime: Number.POSITIVE_INFINITY,
  // Longer than that of the list, whose batches contain only codes.
  gcTime: 10 * 60_000,
  // Comparing thousands of orders would block the page.
  structuralSharing: false,
})

export function findCachedOrder(queries: QueryClient, code: string): Order | undefined {
  return queries.getQueryData(cachedOrdersQuery.queryKey)?.get(code)?.order
}

/**
 * Caches the orders of an answer, except those that the cache has from a later call. `requestedAt`: when the call was made.
 */
export function cacheOrders(
  queries: QueryClient,
  orders: readonly Order[],
  requestedAt: number,
  { isChange = false } = {},
): void {
  const cachedOrders = new Map(queries.getQueryData(cachedOrdersQuery.queryKey))
  for (const order of orders) {
    const before = cachedOrders.get(order.superOrderCode)
    const latest = before && before.requestedAt > requestedAt ? before : { order, requestedAt }
    cachedOrders.set(order.superOrderCode, { ...latest, isChange: isChange || before?.isChange === true })
  }
  queries.setQueryData(cachedOrdersQuery.queryKey, cachedOrders)
}

/** Returns the orders of the list, newest first: those in its batches, and changed ones. */
export function listOrders(cachedOrders: CachedOrders, batches: readonly (readonly string[])[]): Order[] {
  const codes = new Set(batches.flat())
  return [...cachedOrders]
    .filter(([code, { isChange }]) => isChange || codes.has(code))
    .map(([, { order }]) => ({ order, time: Date.parse(order.createdAt) }))
    .sort((a, b) => b.time - a.time)
    .map(({ order }) => order)
}
