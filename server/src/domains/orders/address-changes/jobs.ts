import type { Context } from '../../../context.ts'
import { handleJob, type JobRegistration } from '../../../platform/jobs/jobs.ts'
import { mailAddressRefusal } from '../job-kinds.ts'
import { sendRefusalEmail } from './refusal-email.ts'

export const addressChangeJobs: readonly JobRegistration<Context>[] = [
  handleJob(mailAddressRefusal, async (ctx, payloads) => {
    for (const { changeId } of payloads) await sendRefusalEmail(ctx, changeId)
  }),
]
