import { defineJob } from '../../platform/jobs/jobs.ts'

/**
 * Delivers due events. A running job also delivers the events of a second one, which therefore ends at once, so that
 * of two workers one is always free for new events. All waiting jobs are one batch, because each delivers all due
 * events.
 */
export const deliverCallbacks = defineJob<Record<string, never>>('callbacks.deliver', {
  concurrency: 2,
  batch: 1000,
})
/** Notifies a customer by mail that the endpoint was disabled. */
export const mailEndpointDisabled = defineJob<{ endpointId: string }>('callbacks.mail-turned-off')
