import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo } from 'react'
import { findOrderGroup, type OrderGroup } from '#contract/order-group.ts'
import { isRecent } from '#contract/order-progress.ts'
import type { Order } from '#contract/orders.ts'
import { cachedOrdersQuery, listOrders } from '../cached-orders.ts'
import { ordersQuery } from '../order-queries.ts'

/** Loads all orders in batches, one after the other, and groups them. `retry` after a failure. */
export function useOrders({ isEnabled }: { isEnabled: boolean }): Orders {
  const list = useInfiniteQuery({ ...ordersQuery, enabled: isEnabled })
  const { status, hasNextPage, isFetching, isError, isFetchNextPageError, fetchNextPage, refetch } = list
  // A batch is rendered in slices: a long list would block input.
  const data = useDeferredValue(list.data)
  const cachedOrders = useDeferredValue(useQuery(cachedOrdersQuery).data)
  const isComplete = data !== undefined && data === list.data && !hasNextPage
  // At each render: a batch that arrives at once leaves no render in which the list was fetching.
  useEffect(() => {
    if (isEnabled && hasNextPage && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false })
  })
  const { groups, isPastRecent } = useMemo(() => {
    const now = Date.now()
    const orders = listOrders(cachedOrders, data?.pages ?? [])
    const oldest = cachedOrders.get(data?.pages.at(-1)?.at(-1) ?? '')?.order
    return {
      groups: Map.groupBy(orders, order => findOrderGroup(order, now)),
      isPastRecent: oldest !== undefined && !isRecent(oldest.createdAt, now),
    }
  }, [data, cachedOrders])
  return {
    groups,
    // With data, a failed batch leaves what is there; until that is rendered, the list is loading.
    status: data ? 'success' : list.data ? 'pending' : status,
    isComplete,
    isRecentFinal: data !== undefined && (isComplete || isPastRecent),
    retry: isError ? () => void (isFetchNextPageError ? fetchNextPage() : refetch()) : undefined,
  }
}

export interface Orders {
  status: 'pending' | 'error' | 'success'
  /** Newest first; a group without orders is absent. */
  groups: ReadonlyMap<OrderGroup, readonly Order[]>
  /** All batches are loaded. */
  isComplete: boolean
  /** Further batches have history only: the batches loaded pass the 30 days. */
  isRecentFinal: boolean
  retry?: () => void
}
