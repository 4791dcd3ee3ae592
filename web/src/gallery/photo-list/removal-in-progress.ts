import type { QueryClient } from '@tanstack/react-query'

/**
 * Whether photos are being removed. Until that has ended the service still counts and lists them, so nothing of a list
 * is asked for meanwhile; all of it is asked for anew at the end.
 */
export function isRemovalInProgress(queries: QueryClient): boolean {
  return (inProgress.get(queries) ?? 0) > 0
}

/** Marks a removal as in progress until `work` has ended. */
export async function trackRemoval<T>(queries: QueryClient, work: () => Promise<T>): Promise<T> {
  inProgress.set(queries, (inProgress.get(queries) ?? 0) + 1)
  try {
    return await work()
  } finally {
    inProgress.set(queries, (inProgress.get(queries) ?? 1) - 1)
  }
}

const inProgress = new WeakMap<QueryClient, number>()
