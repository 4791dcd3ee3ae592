import { defineJob } from '../../platform/jobs/jobs.ts'

/** The retailer is told for as long as it takes: with half an hour between attempts these are years. */
const UNLIMITED = 100_000

/** Erases projects whose days in the bin are over, or that the retailer has deleted. */
export const cleanUpProjectsJob = defineJob<Record<string, never>>('projects.clean-up', {
  schedule: '35 * * * *',
})

/** Tells the retailer that a project is deleted for good. */
export const tellProjectDeletionJob = defineJob<{ projectId: string }>('projects.tell', {
  retries: UNLIMITED,
})
