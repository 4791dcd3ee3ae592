import type { Context } from '../../../context.ts'
import { handleJob, type JobRegistration } from '../../../platform/jobs/jobs.ts'
import { mailCancellationDecision } from '../job-kinds.ts'
import { sendDecisionEmail } from './decision-email.ts'

export const cancellationJobs: readonly JobRegistration<Context>[] = [
  handleJob(mailCancellationDecision, async (ctx, payloads) => {
    for (const { cancellationId } of payloads) await sendDecisionEmail(ctx, cancellationId)
  }),
]
