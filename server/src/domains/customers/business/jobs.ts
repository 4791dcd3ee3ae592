import type { Context } from '#server/context.ts'
import { handleJob, type JobRegistration } from '#server/platform/jobs/jobs.ts'
import { mailStatusJob } from '../job-kinds.ts'
import { sendStatusEmail } from './status-email.ts'

export const businessJobs: readonly JobRegistration<Context>[] = [
  handleJob(mailStatusJob, async (ctx, payloads) => {
    for (const { accountId, status } of payloads) await sendStatusEmail(ctx, accountId, status)
  }),
]
