import { defineJob } from '../../platform/jobs/jobs.ts'

/** Deletes drafts that were not changed for 30 days. */
export const cleanUpDraftsJob = defineJob<Record<string, never>>('selection-drafts.tidy', {
  schedule: '41 4 * * *',
  leaseSeconds: 600,
})
