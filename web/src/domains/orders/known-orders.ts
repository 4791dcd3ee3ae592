import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Order } from '#contract/orders.ts'

/** An order as the latest answer had it. */
interface KnownOrder {
  order: Order
  /** Milliseconds since 1970. Of two answers the one asked for later is right, whichever arrives first. */
  askedAt: number
  /** It was read because it changed: the list has it although its batches may not. */
  isChange: boolean
}

export type KnownOrders = ReadonlyMap<string, KnownOrder>

/** Every order that was read, by code: what list, newest order and the page of an order show. */
export const knownOrdersQuery = queryOptions({
  queryKey: ['orders', 'known'] as const,
  queryFn: (): KnownOrders => new Map(),
  initialData: (): KnownOrders => new Map(),
  staleTime: Number.POSITIVE_INFINITY,
  // Longer than the list's, whose batches are codes of these orders.
  gcTime: 10 * 60_000,
  // Comparing thousands of orders would block the page.
  structuralSharing: false,
})

export function findKnownOrder(queries: QueryClient, code: string): Order | undefined {
  return queries.getQueryData(knownOrdersQuery.queryKey)?.get(code)?.order
}

/** Stores the orders of an answer, except those of which a later one is known. `askedAt`: when the call was made. */
export function storeOrders(
  queries: QueryClient,
  orders: readonly Order[],
  askedAt: number,
  { isChange = false } = {},
): void {
  const known = new Map(queries.getQueryData(knownOrdersQuery.queryKey))
  for (const order of orders) {
    const before = known.get(order.superOrderCode)
    const latest = before && before.askedAt > askedAt ? before : { order, askedAt }
    known.set(order.superOrderCode, { ...latest, isChange: isChange || before?.isChange === true })
  }
  queries.setQueryData(knownOrdersQuery.queryKey, known)
}

/** The orders of the list, newest first: those that its batches name, and changed ones. */
export function listedOrders(known: KnownOrders, batches: readonly (readonly string[])[]): Order[] {
  const codes = new Set(batches.flat())
  return [...known]
    .filter(([code, { isChange }]) => isChange || codes.has(code))
    .map(([, { order }]) => ({ order, time: Date.parse(order.createdAt) }))
    .sort((a, b) => b.time - a.time)
    .map(({ order }) => order)
}
