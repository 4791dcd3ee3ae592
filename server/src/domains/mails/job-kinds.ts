import { defineJob } from '../../platform/jobs/jobs.ts'

/** Clean-up: deletes old mails. */
export const cleanUpMailsJob = defineJob<Record<string, never>>('mails.clean-up', { schedule: '17 * * * *' })
