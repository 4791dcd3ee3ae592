import { defineJob } from '../../platform/jobs/jobs.ts'

/**
 * Sends due messages. The job is sent with each message, for each retry, and every minute for messages of a process
 * that died. A running job also sends the messages of a second one, which therefore ends at once. All waiting jobs are
 * one batch, because each sends all due messages.
 */
export const dispatchMessages = defineJob<Record<string, never>>('retailer-outbox.dispatch', {
  schedule: '* * * * *',
  concurrency: 2,
  batch: 1000,
  // After a long outage of the retailer one run sends all waiting messages.
  leaseSeconds: 3600,
})
/** Deletes messages that ended long ago. */
export const cleanUpMessages = defineJob<Record<string, never>>('retailer-outbox.clean-up', {
  schedule: '50 3 * * *',
})
