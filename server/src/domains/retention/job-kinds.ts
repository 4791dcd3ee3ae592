import { defineJob } from '../../platform/jobs/jobs.ts'

/**
 * The daily run: reminders, expirations, erasures. In working hours, when customers read mail and operators are
 * available.
 */
export const runRetentionJob = defineJob<Record<string, never>>('retention.run', {
  schedule: '15 9 * * *',
  leaseSeconds: 3600,
})
/** Sends due reminders, as many as the rates of the brands allow. */
export const sendRemindersJob = defineJob<Record<string, never>>('retention.send-reminders', {
  schedule: '* * * * *',
  leaseSeconds: 600,
})
