import { defineJob } from '../../platform/jobs/jobs.ts'

/** Erases the closed accounts whose grace period is over. */
export const eraseClosedAccountsJob = defineJob<Record<string, never>>('closures.run', {
  schedule: '5 * * * *',
  leaseSeconds: 3600,
})
