import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LibraryPush } from '#contract/push.ts'
import { subscribeLibrary } from './library.ts'

/**
 * Refetches a query after relevant changes of the library. Bursts (an upload of thousands) are batched, and a
 * refetch starts when the previous one has ended: an invalidation would abort it, and a long one would never end.
 */
export function useLibraryRefetch(queryKey: QueryKey, isRelevant: (message: LibraryPush) => boolean): void {
  const queries = useQueryClient()
  const key = JSON.stringify(queryKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `isRelevant` is a constant of its module, `key` the query key.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isChanged = false
    let isClosed = false
    const refetch = async () => {
      isChanged = false
      await queries.invalidateQueries({ queryKey })
      timer = undefined
      if (isChanged && !isClosed) schedule()
    }
    const schedule = () => {
      isChanged = true
      timer ??= setTimeout(() => void refetch(), BATCH_MS)
    }
    const subscription = subscribeLibrary(message => {
      if (isRelevant(message)) schedule()
    })
    return () => {
      isClosed = true
      subscription.close()
      clearTimeout(timer)
    }
  }, [queries, key])
}

const BATCH_MS = 500
