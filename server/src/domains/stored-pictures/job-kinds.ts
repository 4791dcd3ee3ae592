import { defineJob } from '../../platform/jobs/jobs.ts'

/** Removes pictures that are not in use. */
export const sweepPicturesJob = defineJob<Record<string, never>>('stored-pictures.sweep', {
  schedule: '25 * * * *',
})
