import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { StorageStatus } from '#contract/retention.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { subscribeLibrary } from '#web/platform/push/library.ts'
import { sampleStatus } from './sample-status.ts'
import { storageStatusQuery } from './storage-status-query.ts'

/**
 * How long the photos are kept, as it changes: an order resets it while the page is open (PL-002). Where it cannot be
 * had production gets nothing, other environments a sample (PL-191).
 */
export function useStorageStatus(): StorageStatus | undefined {
  const queries = useQueryClient()
  const { environment } = useConfig()
  const { data, isError } = useQuery(storageStatusQuery)
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
  return data ?? (isError && environment !== 'production' ? sampleStatus(new Date()) : undefined)
}
