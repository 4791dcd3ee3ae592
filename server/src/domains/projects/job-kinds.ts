import { defineJob } from '../../platform/jobs/jobs.ts'

/** Erases projects whose days in the bin are over, or that the retailer has deleted. */
export const cleanUpProjectsJob = defineJob<Record<string, never>>('projects.clean-up', {
  schedule: '35 * * * *',
})
