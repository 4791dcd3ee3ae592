import { defineJob } from '../../platform/jobs/jobs.ts'

/** Sends imports again that a dead process left, and ends those that nobody can finish. */
export const recoverImports = defineJob<Record<string, never>>('imports.tidy', { schedule: '*/10 * * * *' })
