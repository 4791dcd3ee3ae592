import { defineJob } from '../../platform/jobs/jobs.ts'

/** Forgets expired selections. */
export const cleanUpTempSelectionsJob = defineJob<Record<string, never>>('temp-selections.tidy', {
  schedule: '41 * * * *',
})
