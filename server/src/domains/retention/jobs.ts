import type { Context } from '../../context.ts'
import { change } from '../../context.ts'
import { handleJob, type JobRegistration } from '../../platform/jobs/jobs.ts'
import { orderUpserted } from '../orders/index.ts'
import { advanceExpiration } from './expiration/expirations.ts'
import { runRetentionJob, sendRemindersJob } from './job-kinds.ts'
import { retentionRuns } from './metrics.ts'
import { sendDueReminders } from './reminders/send-due-reminders.ts'
import { runRetention } from './run/run.ts'
import { publishStorageStatus } from './status/status.ts'

export const retentionJobs: readonly JobRegistration<Context>[] = [
  handleJob(runRetentionJob, async (ctx, _payloads, signal) => {
    try {
      await runRetention(ctx, signal)
      ctx.metrics.get(retentionRuns).inc({ outcome: 'completed' })
    } catch (error) {
      ctx.metrics.get(retentionRuns).inc({ outcome: 'failed' })
      throw error
    }
    await change(ctx, tx => ctx.jobs.send(tx, sendRemindersJob, [{}]))
  }),
  handleJob(sendRemindersJob, (ctx, _payloads, signal) => sendDueReminders(ctx, signal)),
  handleJob(orderUpserted, async (ctx, payloads, signal) => {
    for (const { accountId } of payloads) await onOrderUpserted(ctx, accountId, signal)
  }),
]

/** Publishes the new date to open pages first, then restores expired photos. */
async function onOrderUpserted(ctx: Context, accountId: string, signal: AbortSignal): Promise<void> {
  await change(ctx, tx => publishStorageStatus(ctx, tx, accountId))
  await advanceExpiration(ctx, accountId, signal)
}
