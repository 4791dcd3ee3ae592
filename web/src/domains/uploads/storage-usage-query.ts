import { queryOptions } from '@tanstack/react-query'
import { getStorageUsage } from '#contract/uploads.ts'
import { call } from '#web/platform/http/call.ts'

/** Storage used by the account, and its quota. */
export const storageUsageQuery = queryOptions({
  queryKey: ['uploads', 'usage'],
  queryFn: ({ signal }) => call(getStorageUsage, {}, { signal }),
})
