import type { QueryClient } from '@tanstack/react-query'
import type { Order } from '#contract/orders.ts'
import { findCachedOrder } from './cached-orders.ts'
import { orderKeys, readBatch, readOrder } from './order-queries.ts'

/** Reads an order that changed; `onChange` is called with the cached one, if the answer is the latest. */
export async function refreshOrder(
  queries: QueryClient,
  code: string,
  onChange: (order: Order, before: Order | undefined) => void = () => {},
): Promise<void> {
  const before = findCachedOrder(queries, code)
  const order = await readOrder(queries, code, { isChange: true })
  const isLatest = findCachedOrder(queries, code) === order
  if (isLatest) onChange(order, before)
  await refreshVouchers(queries, code)
}

/** Reads the vouchers of an order's products again, and their offers. */
export async function refreshVouchers(queries: QueryClient, code: string): Promise<void> {
  await Promise.all(
    [orderKeys.vouchers(code), orderKeys.offers].map(queryKey => queries.invalidateQueries({ queryKey })),
  )
}

/** Reads the newest orders: after a (re)connection changes may have been missed. */
export async function refreshNewest(queries: QueryClient): Promise<void> {
  await readBatch(queries, 0, { isChange: true })
}
