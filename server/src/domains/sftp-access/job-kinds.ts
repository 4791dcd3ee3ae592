import { defineJob } from '../../platform/jobs/jobs.ts'

/** Retried at most every half hour: for years. */
const UNLIMITED = 100_000

/** Encrypts the server's key with the current SECRET, and deletes order files whose time is over. */
export const cleanUpSftpAccess = defineJob<Record<string, never>>('sftp-access.clean-up', {
  schedule: '41 3 * * *',
})

/** Brings an order of a file to the retailer, for as long as it takes. */
export const placeFileOrder = defineJob<{ accountId: string; requestId: string }>('sftp-access.place-order', {
  concurrency: 4,
  retries: UNLIMITED,
})

/** Places orders whose job is gone: the queue deletes jobs that are retried for weeks. */
export const placeWaitingFileOrders = defineJob<Record<string, never>>('sftp-access.place-waiting-orders', {
  schedule: '*/10 * * * *',
})
