import { type Context, change } from '#server/context.ts'
import { handleJob, type JobRegistration } from '#server/platform/jobs/jobs.ts'
import { mailStatusJob, notifyBusinessDetails } from '../job-kinds.ts'
import { enqueueDetails } from './details-message.ts'
import { sendStatusEmail } from './status-email.ts'

export const businessJobs: readonly JobRegistration<Context>[] = [
  handleJob(notifyBusinessDetails, async (ctx, payloads) => {
    for (const payload of payloads) await change(ctx, tx => enqueueDetails(ctx, tx, payload))
  }),
  handleJob(mailStatusJob, async (ctx, payloads) => {
    for (const { accountId, status } of payloads) await sendStatusEmail(ctx, accountId, status)
  }),
]
