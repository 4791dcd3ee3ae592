import { defineJob } from '../../platform/jobs/jobs.ts'

/**
 * The daily run: reminders, expirations, erasures. During working hours, when customers read mail and operators are
 * there.
 */
export const runRetentionJob = defineJob<Record<string, never>>('retention.run', {
  schedule: '15 9 * * *',
  leaseSeconds: 3600,
  retries: 5,
})
/** Sends one reminder. Retries take some hours; the next run schedules it again if they all fail. */
export const sendReminderJob = defineJob<{ accountId: string; deadline: string; daysBefore: number }>(
  'retention.remind',
  { concurrency: 2, retries: 12 },
)
