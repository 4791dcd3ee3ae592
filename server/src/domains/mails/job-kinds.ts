import { defineJob } from '../../platform/jobs/jobs.ts'

/** Clean-up: deletes mails after their days. */
export const cleanUpMailsJob = defineJob<Record<string, never>>('mails.clean-up', { schedule: '17 * * * *' })
