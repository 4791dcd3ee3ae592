import { defineJob } from '../../platform/jobs/jobs.ts'

/** Encrypts the host key with the current SECRET, and deletes expired order files. */
export const cleanUpSftpAccess = defineJob<Record<string, never>>('sftp-access.clean-up', {
  schedule: '41 3 * * *',
})
