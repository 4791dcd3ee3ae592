import { defineJob } from '../../platform/jobs/jobs.ts'

/** Resumes import runs without progress, and ends those that made none for a day. */
export const recoverImports = defineJob<Record<string, never>>('imports.tidy', { schedule: '*/10 * * * *' })
