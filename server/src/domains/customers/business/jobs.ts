import { type Context, change } from '#server/context.ts'
import { handleJob, type JobRegistration } from '#server/platform/jobs/jobs.ts'
import { mailStatus, tellBusinessDetails } from '../job-kinds.ts'
import { sendStatusEmail } from './status-email.ts'
import { enqueueDetails } from './tell-retailer.ts'

export const businessJobs: readonly JobRegistration<Context>[] = [
  handleJob(tellBusinessDetails, async (ctx, payloads) => {
    for (const payload of payloads) await change(ctx, tx => enqueueDetails(ctx, tx, payload))
  }),
  handleJob(mailStatus, async (ctx, payloads) => {
    for (const { accountId, status } of payloads) await sendStatusEmail(ctx, accountId, status)
  }),
]
