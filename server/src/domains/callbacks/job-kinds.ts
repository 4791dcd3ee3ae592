import { defineJob } from '../../platform/jobs/jobs.ts'

/**
 * Delivers due events. A running job takes over what a second one was sent for, which therefore ends at once: of two
 * workers one is always free to notice new events. All that are due are one batch, since they do the same.
 */
export const deliverCallbacks = defineJob<Record<string, never>>('callbacks.deliver', {
  concurrency: 2,
  batch: 1000,
})
/** Delivers what is due although its job is gone, such as events of a process that died. */
export const recoverCallbacks = defineJob<Record<string, never>>('callbacks.recover', {
  schedule: '* * * * *',
})
/** Tells a customer by mail that callbacks were turned off. */
export const mailTurnedOff = defineJob<{ accountId: string }>('callbacks.mail-turned-off')
/** Deletes old events and secrets. */
export const cleanUpCallbacks = defineJob<Record<string, never>>('callbacks.clean-up', {
  schedule: '25 3 * * *',
})
