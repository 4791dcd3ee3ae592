import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Order } from '#contract/orders.ts'
import {
  type OrderBatch,
  type OrderChanges,
  orderChangesQuery,
  orderKeys,
  type ReadOrder,
  readBatch,
  readOrder,
} from './order-queries.ts'

/** The later asked of two readings of an order. */
export function laterOf(a: ReadOrder | undefined, b: ReadOrder | undefined): ReadOrder | undefined {
  if (!a || !b) return a ?? b
  return b.askedAt >= a.askedAt ? b : a
}

/** The orders of all batches and changes, newest first; an order that moved to another batch while they loaded is there once. */
export function mergeOrders(batches: readonly OrderBatch[], changes: OrderChanges): Order[] {
  const found = new Map<string, ReadOrder>()
  const add = (read: ReadOrder) => {
    const code = read.order.superOrderCode
    found.set(code, laterOf(found.get(code), read)!)
  }
  for (const { orders, askedAt } of batches) for (const order of orders) add({ order, askedAt })
  for (const change of Object.values(changes)) add(change)
  return [...found.values()]
    .map(({ order }) => ({ order, time: Date.parse(order.createdAt) }))
    .sort((a, b) => b.time - a.time)
    .map(({ order }) => order)
}

/** Reads an order that changed; `changed` is called when its status is not the one that was shown. */
export async function refreshOrder(
  queries: QueryClient,
  code: string,
  changed: (order: Order) => void = () => {},
): Promise<void> {
  const before = findKnown(queries, code)
  const read = await readOrder(code)
  if (store(queries, [read]).length > 0 && before?.order.status !== read.order.status) changed(read.order)
  await Promise.all([
    queries.invalidateQueries({ queryKey: orderKeys.deliveryDates(code) }),
    refreshVouchers(queries, code),
  ])
}

/** Reads the vouchers of an order's products again, and what is known of their offers. */
export async function refreshVouchers(queries: QueryClient, code: string): Promise<void> {
  await Promise.all(
    [orderKeys.vouchers(code), orderKeys.offers].map(queryKey => queries.invalidateQueries({ queryKey })),
  )
}

/** Reads the newest orders: after a (re)connection changes may have been missed. */
export async function refreshNewest(queries: QueryClient): Promise<void> {
  const { orders, askedAt } = await readBatch(0)
  store(
    queries,
    orders.map(order => ({ order, askedAt })),
  )
}

/** Keeps the order that a call answered; `askedAt` is when it was made. */
export function storeOrder(queries: QueryClient, order: Order, askedAt: number): void {
  store(queries, [{ order, askedAt }])
}

/** Keeps readings that are later than those before; returns them. */
function store(queries: QueryClient, read: readonly ReadOrder[]): readonly ReadOrder[] {
  const before = queries.getQueryData(orderChangesQuery.queryKey) ?? {}
  const later = read.filter(each => laterOf(before[each.order.superOrderCode], each) === each)
  const changes = Object.fromEntries(later.map(each => [each.order.superOrderCode, each]))
  queries.setQueryData(orderChangesQuery.queryKey, { ...before, ...changes })
  return later
}

function findKnown(queries: QueryClient, code: string): ReadOrder | undefined {
  const changed = queries.getQueryData(orderChangesQuery.queryKey)?.[code]
  const single = queries.getQueryData<ReadOrder>(orderKeys.order(code))
  const batches = queries.getQueryData<InfiniteData<OrderBatch>>(orderKeys.list)?.pages ?? []
  const listed = batches.flatMap(({ orders, askedAt }) =>
    orders.filter(order => order.superOrderCode === code).map(order => ({ order, askedAt })),
  )
  return [single, ...listed].reduce(laterOf, changed)
}
