import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LibraryPush } from '#contract/push.ts'
import { subscribeLibrary } from './library.ts'

/**
 * Refetches a query after changes of the library that `concerns` it. Bursts (an upload of thousands) are batched, and a
 * refetch starts when the one before has ended: an invalidation would abort it, and a long one would never end.
 */
export function useLibraryRefetch(queryKey: QueryKey, concerns: (message: LibraryPush) => boolean): void {
  const queries = useQueryClient()
  const key = JSON.stringify(queryKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `concerns` is a constant of its module, `key` the query key.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let changed = false
    let closed = false
    const refetch = async () => {
      changed = false
      await queries.invalidateQueries({ queryKey })
      timer = undefined
      if (changed && !closed) schedule()
    }
    const schedule = () => {
      changed = true
      timer ??= setTimeout(() => void refetch(), BATCH_MS)
    }
    const subscription = subscribeLibrary(message => {
      if (concerns(message)) schedule()
    })
    return () => {
      closed = true
      subscription.close()
      clearTimeout(timer)
    }
  }, [queries, key])
}

const BATCH_MS = 500
