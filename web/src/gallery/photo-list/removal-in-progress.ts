import type { QueryClient } from '@tanstack/react-query'

/**
 * Whether photos are being removed. Until the removal has ended the service still counts and lists them, so lists are
 * not refetched during a removal but once at its end.
 */
export function isRemovalInProgress(queries: QueryClient): boolean {
  return (removalCountByClient.get(queries) ?? 0) > 0
}

/** Marks a removal as in progress until `work` has ended. */
export async function trackRemoval<T>(queries: QueryClient, work: () => Promise<T>): Promise<T> {
  removalCountByClient.set(queries, (removalCountByClient.get(queries) ?? 0) + 1)
  try {
    return await work()
  } finally {
    removalCountByClient.set(queries, (removalCountByClient.get(queries) ?? 1) - 1)
  }
}

const removalCountByClient = new WeakMap<QueryClient, number>()
