import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo } from 'react'
import type { Order } from '#contract/orders.ts'
import { cachedOrdersQuery, listOrders } from '../cached-orders.ts'
import { isInProgress, isRecent } from '../order-progress.ts'
import { ordersQuery } from '../order-queries.ts'

/** Loads all orders in batches, one after the other, and splits them. `retry` after a failure. */
export function useOrders(): Orders {
  const list = useInfiniteQuery(ordersQuery)
  const { status, hasNextPage, isFetching, isError, isFetchNextPageError, fetchNextPage, refetch } = list
  // A batch is rendered in slices: a long list would block input.
  const data = useDeferredValue(list.data)
  const cachedOrders = useDeferredValue(useQuery(cachedOrdersQuery).data)
  const isComplete = data !== undefined && data === list.data && !hasNextPage
  // At each render: a batch that arrives at once leaves no render in which the list was fetching.
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false })
  })
  const sections = useMemo(() => {
    const now = Date.now()
    const orders = listOrders(cachedOrders, data?.pages ?? [])
    const oldest = cachedOrders.get(data?.pages.at(-1)?.at(-1) ?? '')?.order
    return {
      inProgress: orders.filter(order => isInProgress(order, now)),
      history: orders.filter(order => !isInProgress(order, now)),
      isPastRecent: oldest !== undefined && !isRecent(oldest.createdAt, now),
    }
  }, [data, cachedOrders])
  return {
    ...sections,
    // With data, a failed batch leaves what is there; until that is rendered, the list is loading.
    status: data ? 'success' : list.data ? 'pending' : status,
    isComplete,
    isInProgressFinal: data !== undefined && (isComplete || sections.isPastRecent),
    retry: isError ? () => void (isFetchNextPageError ? fetchNextPage() : refetch()) : undefined,
  }
}

export interface Orders {
  status: 'pending' | 'error' | 'success'
  inProgress: readonly Order[]
  history: readonly Order[]
  /** All batches are loaded. */
  isComplete: boolean
  /** No further batch has an order in progress: the batches loaded pass the 30 days. */
  isInProgressFinal: boolean
  retry?: () => void
}
