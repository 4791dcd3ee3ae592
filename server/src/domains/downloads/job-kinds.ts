import { defineJob } from '../../platform/jobs/jobs.ts'

/** Freezes the manifest of a requested download. */
export const prepareDownload = defineJob<{ accountId: string; downloadId: string }>('downloads.prepare', {
  batch: 5,
})
