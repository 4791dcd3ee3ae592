import { defineJob } from '../../platform/jobs/jobs.ts'

/**
 * Sends due messages: sent with each message and for each retry; every minute for those of a process that died. A running
 * job takes over what a second one was sent for, which therefore ends at once. All that are due are one batch, since they
 * do the same.
 */
export const dispatchMessages = defineJob<Record<string, never>>('retailer-outbox.dispatch', {
  schedule: '* * * * *',
  concurrency: 2,
  batch: 1000,
  // After a long failure of the retailer one run sends all that waits.
  leaseSeconds: 3600,
})
/** Deletes messages that ended long ago. */
export const cleanUpMessages = defineJob<Record<string, never>>('retailer-outbox.clean-up', {
  schedule: '50 3 * * *',
})
