import { defineJob } from '../../platform/jobs/jobs.ts'

/** Reminders, libraries whose time is over, and those whose grace is over. In the day: people read, operators are in. */
export const runRetentionJob = defineJob<Record<string, never>>('retention.run', {
  schedule: '15 9 * * *',
  leaseSeconds: 3600,
  retries: 5,
})
/** Sends one reminder. Retries go on for some hours; the next run takes up what is left. */
export const sendReminderJob = defineJob<{ accountId: string; deadline: string; daysBefore: number }>(
  'retention.remind',
  { concurrency: 2, retries: 12 },
)
