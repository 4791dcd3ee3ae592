import { defineJob } from '../../platform/jobs/jobs.ts'

/** Resumes import runs without progress, and ends those stuck for a day. */
export const recoverImports = defineJob<Record<string, never>>('imports.tidy', { schedule: '*/10 * * * *' })
