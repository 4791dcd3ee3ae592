import { defineJob } from '../../platform/jobs/jobs.ts'

/** Encrypts the server's key with the current SECRET, and deletes order files whose time is over. */
export const cleanUpSftpAccess = defineJob<Record<string, never>>('sftp-access.clean-up', {
  schedule: '41 3 * * *',
})

/** Of the release before, which brought each order to the retailer by a job. Goes in the next release. */
export const placeFileOrder = defineJob<{ accountId: string; requestId: string }>('sftp-access.place-order')
