import { defineJob } from '../../platform/jobs/jobs.ts'

/** Clean-up: removes the content of widgets that were deleted long ago. */
export const cleanUpWidgetsJob = defineJob<Record<string, never>>('widgets.sweep', { schedule: '50 4 * * *' })
