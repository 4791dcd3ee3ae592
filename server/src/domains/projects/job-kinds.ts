import { defineJob } from '../../platform/jobs/jobs.ts'

/** Erases projects whose days in the bin are over, or that the retailer has deleted. */
export const cleanUpProjectsJob = defineJob<Record<string, never>>('projects.clean-up', {
  schedule: '35 * * * *',
})

/** Of the release before, which told the retailer of each deletion by a job. Goes in the next release. */
export const tellProjectDeletionJob = defineJob<{ projectId: string }>('projects.tell')
