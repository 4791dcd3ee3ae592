import { defineJob } from '../../platform/jobs/jobs.ts'

/**
 * The daily run: reminders, expirations, erasures. During working hours, when customers read mail and operators are
 * there.
 */
export const runRetentionJob = defineJob<Record<string, never>>('retention.run', {
  schedule: '15 9 * * *',
  leaseSeconds: 3600,
})
/** Sends one reminder. Its retries end before the next daily run, which schedules it again if they all failed. */
export const sendReminderJob = defineJob<{ accountId: string; deadline: string; daysBefore: number }>(
  'retention.remind',
  { concurrency: 2 },
)
