import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  getCampaign,
  getDeliveryDates,
  getOrder,
  getOrders,
  ORDERS_BATCH,
  type Order,
} from '#contract/orders.ts'
import { getOffer, getOrderVouchers } from '#contract/vouchers.ts'
import { call } from '#web/platform/http/call.ts'
import { isNotFound } from '#web/platform/http/http-failure.ts'

export const orderKeys = {
  list: ['orders', 'list'] as const,
  changes: ['orders', 'changes'] as const,
  order: (code: string) => ['orders', 'order', code] as const,
  deliveryDates: (code: string) => ['orders', 'delivery-dates', code] as const,
  vouchers: (code: string) => ['orders', 'vouchers', code] as const,
  offers: ['orders', 'offers'] as const,
}

/** An order as an answer had it. Of two answers the one asked for later is right, whichever arrives first. */
export interface ReadOrder {
  order: Order
  /** Milliseconds since 1970. */
  askedAt: number
}

export interface OrderBatch {
  orders: readonly Order[]
  askedAt: number
}

/** All orders, newest first, in batches of 100 (AA-063). */
export const ordersQuery = infiniteQueryOptions({
  queryKey: orderKeys.list,
  queryFn: ({ pageParam, signal }) => readBatch(pageParam, signal),
  initialPageParam: 0,
  getNextPageParam: (last, _all, offset) =>
    last.orders.length < ORDERS_BATCH ? undefined : offset + ORDERS_BATCH,
  // Changes arrive over the library socket.
  staleTime: 5 * 60_000,
  // Comparing thousands of orders would block the page.
  structuralSharing: false,
})

/** Orders that were read because they changed, by code. They are not in the list's batches yet, or newer. */
export const orderChangesQuery = queryOptions({
  queryKey: orderKeys.changes,
  queryFn: (): OrderChanges => ({}),
  initialData: {} as OrderChanges,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})
export type OrderChanges = Readonly<Record<string, ReadOrder>>

/** One order (AA-065). */
export const orderQuery = (code: string) =>
  queryOptions({ queryKey: orderKeys.order(code), queryFn: ({ signal }) => readOrder(code, signal) })

/** When the products of an order arrive; null when that is not known (AA-069). */
export const deliveryDatesQuery = (code: string) =>
  queryOptions({
    queryKey: orderKeys.deliveryDates(code),
    queryFn: ({ signal }) =>
      orNull(call(getDeliveryDates, { params: { orderId: code } }, { signal })).then(
        answer => answer?.dates ?? null,
      ),
  })

/** The vouchers of an order's products, and which of their offers are known (AA-074). */
export const vouchersQuery = (code: string) =>
  queryOptions({
    queryKey: orderKeys.vouchers(code),
    queryFn: ({ signal }) =>
      call(getOrderVouchers, { query: { orderCode: code } }, { signal }).then(({ vouchers }) => vouchers),
  })

/** The offer behind a voucher code; null for an unknown one (AA-083). */
export const offerQuery = (code: string) =>
  queryOptions({
    queryKey: [...orderKeys.offers, code],
    queryFn: ({ signal }) => orNull(call(getOffer, { params: { optionCode: code } }, { signal })),
  })

/** Until when to order for an occasion; null for an unknown campaign (AA-070). */
export const campaignQuery = (name: string) =>
  queryOptions({
    queryKey: ['orders', 'campaign', name],
    queryFn: ({ signal }) => orNull(call(getCampaign, { params: { name } }, { signal })),
    staleTime: 60 * 60_000,
  })

export async function readBatch(offset: number, signal?: AbortSignal): Promise<OrderBatch> {
  const askedAt = Date.now()
  const query = { Offset: offset, Limit: ORDERS_BATCH, OrderState: 'notExpired' } as const
  const { superOrders } = await call(getOrders, { query }, { signal })
  return { orders: superOrders, askedAt }
}

export async function readOrder(code: string, signal?: AbortSignal): Promise<ReadOrder> {
  const askedAt = Date.now()
  return { order: await call(getOrder, { params: { code } }, { signal }), askedAt }
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}
