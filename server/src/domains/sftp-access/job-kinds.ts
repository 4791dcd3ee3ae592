import { defineJob } from '../../platform/jobs/jobs.ts'

/** Encrypts the host key with the current SECRET, and deletes expired order files. */
export const cleanUpSftpAccess = defineJob<Record<string, never>>('sftp-access.clean-up', {
  schedule: '41 3 * * *',
})

/** Job kind of the previous release, which sent each order to the retailer. Removed in the next release. */
export const placeFileOrderJob = defineJob<{ accountId: string; requestId: string }>(
  'sftp-access.place-order',
)
