import { getStorageStatus } from '#contract/retention.ts'
import { callQuery } from '#web/platform/query/call-query.ts'

/** The customer's storage status. */
export const storageStatusQuery = callQuery(['retention', 'status'], getStorageStatus, {
  // The status changes daily.
  staleTime: 5 * 60_000,
})
