import { defineJob } from '../../platform/jobs/jobs.ts'

/** Freezes the manifest of a requested download. Reads the originals of other accounts, which takes minutes for the largest. */
export const prepareDownload = defineJob<{ accountId: string; downloadId: string }>('downloads.prepare', {
  batch: 5,
  leaseSeconds: 900,
})
