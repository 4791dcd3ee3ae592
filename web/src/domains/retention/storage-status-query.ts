import { queryOptions } from '@tanstack/react-query'
import { getStorageStatus } from '#contract/retention.ts'
import { call } from '#web/platform/http/call.ts'

/** The customer's storage status. */
export const storageStatusQuery = queryOptions({
  queryKey: ['retention', 'status'],
  queryFn: ({ signal }) => call(getStorageStatus, {}, { signal }),
  // The status changes daily.
  staleTime: 5 * 60_000,
})
