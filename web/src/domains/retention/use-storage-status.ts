import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { StorageStatus } from '#contract/retention.ts'
import { subscribeLibrary } from '#web/platform/push/library.ts'
import { storageStatusQuery } from './storage-query.ts'

/** How long the photos are kept, as it changes: an order resets it while the page is open (PL-002). */
export function useStorageStatus(): StorageStatus | undefined {
  const queries = useQueryClient()
  const { data } = useQuery(storageStatusQuery)
  useEffect(() => {
    let connected = false
    const subscription = subscribeLibrary(message => {
      const { queryKey } = storageStatusQuery
      if (message.type === 'storage-status') queries.setQueryData(queryKey, message.status)
      if (message.type !== 'ready') return
      // While there was no connection something may have been said.
      if (connected) void queries.invalidateQueries({ queryKey })
      connected = true
    })
    return () => subscription.close()
  }, [queries])
  return data
}
