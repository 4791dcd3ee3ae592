import { defineJob } from '../../platform/jobs/jobs.ts'

/** Encrypts the server's key with the current SECRET. */
export const cleanUpSftpAccess = defineJob<Record<string, never>>('sftp-access.clean-up', {
  schedule: '41 3 * * *',
})
