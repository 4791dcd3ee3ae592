import { queryOptions } from '@tanstack/react-query'
import { getStorageStatus } from '#contract/retention.ts'
import { call } from '#web/platform/http/call.ts'

/** How long the photos are kept (PL-190). */
export const storageStatusQuery = queryOptions({
  queryKey: ['retention', 'status'],
  queryFn: ({ signal }) => call(getStorageStatus, {}, { signal }),
  // It counts whole days.
  staleTime: 5 * 60_000,
})
