import { defineJob } from '../../platform/jobs/jobs.ts'

/** Runs a change of more photos than one call changes, or its undo, to its end. */
export const changeDatesJob = defineJob<{ accountId: string; changeId: string }>('photo-dates.change', {
  concurrency: 2,
  leaseSeconds: 600,
})

/** Clean-up: deletes changes that can no longer be undone. */
export const cleanUpDateChangesJob = defineJob<Record<string, never>>('photo-dates.tidy', {
  schedule: '53 * * * *',
})
