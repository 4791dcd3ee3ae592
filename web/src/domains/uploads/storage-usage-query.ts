import { getStorageUsage } from '#contract/uploads.ts'
import { callQuery } from '#web/platform/query/call-query.ts'

/** Storage used by the account, and its quota. */
export const storageUsageQuery = callQuery(['uploads', 'usage'], getStorageUsage)
