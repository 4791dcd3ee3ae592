import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { getCampaign, getOrder, getOrders, ORDERS_BATCH, type Order } from '#contract/orders.ts'
import { getOffer, getOrderVouchers } from '#contract/vouchers.ts'
import { call } from '#web/platform/http/call.ts'
import { nullIfNotFound } from '#web/platform/http/null-if-absent.ts'
import { cacheOrders } from './cached-orders.ts'

export const orderKeys = {
  vouchers: (code: string) => ['orders', 'vouchers', code] as const,
  offers: ['orders', 'offers'] as const,
  search: ['orders', 'search'] as const,
}

/** The codes of all orders, newest first, in batches of 100. The orders are in `cachedOrdersQuery`. */
export const ordersQuery = infiniteQueryOptions({
  queryKey: ['orders', 'list'] as const,
  queryFn: async ({ client, pageParam, signal }) => {
    const orders = await readBatch(client, pageParam, { signal })
    return orders.map(order => order.superOrderCode)
  },
  initialPageParam: 0,
  getNextPageParam: (last, _all, offset) => (last.length < ORDERS_BATCH ? undefined : offset + ORDERS_BATCH),
  // Changes arrive over the library socket.
  staleTime: 5 * 60_000,
})

/** Whether an order could be read. It is in `cachedOrdersQuery`. */
export const orderQuery = (code: string) =>
  queryOptions({
    queryKey: ['orders', 'order', code],
    queryFn: ({ client, signal }) => readOrder(client, code, { signal }).then(() => true),
  })

/** Loads the vouchers of an order's products, and which of their offers are known. */
export const vouchersQuery = (code: string) =>
  queryOptions({
    queryKey: orderKeys.vouchers(code),
    queryFn: ({ signal }) =>
      call(getOrderVouchers, { query: { orderCode: code } }, { signal }).then(({ vouchers }) => vouchers),
  })

/** Loads the offer behind a voucher code; null for an unknown one. */
export const offerQuery = (code: string) =>
  queryOptions({
    queryKey: [...orderKeys.offers, code],
    queryFn: ({ signal }) => nullIfNotFound(call(getOffer, { params: { optionCode: code } }, { signal })),
  })

/** Until when to order for an occasion; null for an unknown campaign. */
export const campaignQuery = (name: string) =>
  queryOptions({
    queryKey: ['orders', 'campaign', name],
    queryFn: ({ signal }) => nullIfNotFound(call(getCampaign, { params: { name } }, { signal })),
    staleTime: 60 * 60_000,
  })

interface ReadOptions {
  signal?: AbortSignal
  /** The orders are read because they changed. */
  isChange?: boolean
}

/** Reads and caches a batch of the list from `offset` on. */
export async function readBatch(
  queries: QueryClient,
  offset: number,
  { signal, isChange }: ReadOptions = {},
): Promise<readonly Order[]> {
  const requestedAt = Date.now()
  const query = { Offset: offset, Limit: ORDERS_BATCH, OrderState: 'notExpired' } as const
  const { superOrders } = await call(getOrders, { query }, { signal })
  cacheOrders(queries, superOrders, requestedAt, { isChange })
  return superOrders
}

/** Reads and caches an order. */
export async function readOrder(
  queries: QueryClient,
  code: string,
  { signal, isChange }: ReadOptions = {},
): Promise<Order> {
  const requestedAt = Date.now()
  const order = await call(getOrder, { params: { code } }, { signal })
  cacheOrders(queries, [order], requestedAt, { isChange })
  return order
}
