import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { StorageStatus } from '#contract/retention.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useLibraryPush } from '#web/platform/push/use-library-push.ts'
import { createSampleStatus } from './sample-status.ts'
import { storageStatusQuery } from './storage-status-query.ts'

/**
 * Returns the storage status, updated by push messages: an order resets it while the page is open (PL-002). Without an
 * answer it is undefined in production, a sample in other environments (PL-191).
 */
export function useStorageStatus(): StorageStatus | undefined {
  const queries = useQueryClient()
  const { environment } = useConfig()
  const { data, isError } = useQuery(storageStatusQuery)
  useLibraryPush(message => {
    const { queryKey } = storageStatusQuery
    if (message.type === 'storage-status') queries.setQueryData(queryKey, message.status)
    if (message.type === 'ready') void queries.invalidateQueries({ queryKey })
  })
  return data ?? (isError && environment !== 'production' ? createSampleStatus(new Date()) : undefined)
}
