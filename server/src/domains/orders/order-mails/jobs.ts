import type { Context } from '../../../context.ts'
import { handleJob, type JobRegistration } from '../../../platform/jobs/jobs.ts'
import { mailOrderEvent } from '../job-kinds.ts'
import { sendOrderMail } from './send-order-mail.ts'

export const orderMailJobs: readonly JobRegistration<Context>[] = [
  handleJob(mailOrderEvent, async (ctx, payloads) => {
    for (const payload of payloads) await sendOrderMail(ctx, payload)
  }),
]
