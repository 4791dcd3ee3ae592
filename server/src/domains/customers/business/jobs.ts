import type { Context } from '#server/context.ts'
import { handleJob, type JobRegistration } from '#server/platform/jobs/jobs.ts'
import { mailStatus, retellBusinessDetails, tellBusinessDetails } from '../job-kinds.ts'
import { sendStatusEmail } from './status-email.ts'
import { retellBusinessChanges, tellOfBusinessDetails } from './tell-retailer.ts'

export const businessJobs: readonly JobRegistration<Context>[] = [
  handleJob(tellBusinessDetails, async (ctx, payloads) => {
    for (const payload of payloads) await tellOfBusinessDetails(ctx, payload)
  }),
  handleJob(retellBusinessDetails, retellBusinessChanges),
  handleJob(mailStatus, async (ctx, payloads) => {
    for (const { accountId, status } of payloads) await sendStatusEmail(ctx, accountId, status)
  }),
]
