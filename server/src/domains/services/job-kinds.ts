import { defineJob } from '../../platform/jobs/jobs.ts'

/** Logs tokens that end soon, and deletes old records. */
export const watchServices = defineJob<Record<string, never>>('services.watch', { schedule: '35 * * * *' })
