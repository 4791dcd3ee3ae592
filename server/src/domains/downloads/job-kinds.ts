import { defineJob } from '../../platform/jobs/jobs.ts'

/** Freezes the manifest of a requested download. */
export const prepareDownload = defineJob<{ accountId: string; downloadId: string }>('downloads.prepare', {
  batch: 5,
})
/** Deletes expired downloads. */
export const cleanUpDownloads = defineJob<Record<string, never>>('downloads.tidy', { schedule: '23 * * * *' })
