import { defineJob } from '../../platform/jobs/jobs.ts'

/** Clean-up: deletes expired temporary selections. */
export const cleanUpTempSelectionsJob = defineJob<Record<string, never>>('temp-selections.tidy', {
  schedule: '41 * * * *',
})
