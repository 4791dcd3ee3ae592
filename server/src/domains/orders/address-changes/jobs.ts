import type { Context } from '../../../context.ts'
import { handleJob, type JobRegistration } from '../../../platform/jobs/jobs.ts'
import { mailAddressRefusal, sendAddress } from '../job-kinds.ts'
import { sendRefusalEmail } from './refusal-email.ts'
import { enqueueUnsentChange } from './send-change.ts'

export const addressChangeJobs: readonly JobRegistration<Context>[] = [
  handleJob(sendAddress, async (ctx, payloads) => {
    for (const { changeId } of payloads) await enqueueUnsentChange(ctx, changeId)
  }),
  handleJob(mailAddressRefusal, async (ctx, payloads) => {
    for (const { changeId } of payloads) await sendRefusalEmail(ctx, changeId)
  }),
]
