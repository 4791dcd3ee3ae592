import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { findOrderGroup, type OrderGroup } from '#contract/order-group.ts'
import { isRecent } from '#contract/order-progress.ts'
import { findWaiting } from '#contract/order-waiting.ts'
import type { Order } from '#contract/orders.ts'
import { cachedOrdersQuery, listOrders } from '../cached-orders.ts'
import { ordersQuery } from '../order-queries.ts'
import { useOrderChanges } from '../use-order-changes.ts'

/** Finished orders of the last 30 days are not in progress for the customer. */
const IN_PROGRESS: readonly OrderGroup[] = ['needs-you', 'on-its-way']

/**
 * Returns the newest order and how many are in progress, kept up to date: the first batch of the list, which the orders
 * page uses as well.
 */
export function useNewestOrders(): NewestOrders {
  useOrderChanges()
  const { data, status, hasNextPage, refetch } = useInfiniteQuery(ordersQuery)
  const { data: cachedOrders } = useQuery(cachedOrdersQuery)
  const newestOrders = useMemo(() => {
    const now = Date.now()
    const orders = listOrders(cachedOrders, data?.pages ?? [])
    const oldest = cachedOrders.get(data?.pages.at(-1)?.at(-1) ?? '')?.order
    const isFinal = data && (!hasNextPage || (oldest && !isRecent(oldest.createdAt, now)))
    return {
      // One that waits for the customer goes first.
      latest: orders.find(order => waitsForCustomer(order, now)) ?? orders[0],
      inProgress: isFinal
        ? orders.filter(order => IN_PROGRESS.includes(findOrderGroup(order, now))).length
        : undefined,
    }
  }, [data, cachedOrders, hasNextPage])
  return { ...newestOrders, status: data ? 'success' : status, retry: () => void refetch() }
}

function waitsForCustomer(order: Order, now: number): boolean {
  const waiting = findWaiting(order, now)
  return waiting === 'answer' || (waiting === 'payment' && isRecent(order.createdAt, now))
}

export interface NewestOrders {
  status: 'pending' | 'error' | 'success'
  /** The order that waits for the customer, else the newest one. */
  latest: Order | undefined
  /** Undefined while further batches may contain some. */
  inProgress: number | undefined
  retry: () => void
}
