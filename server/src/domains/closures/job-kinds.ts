import { defineJob } from '../../platform/jobs/jobs.ts'

/** Erases the closed accounts whose grace period is over. */
export const eraseClosedAccountsJob = defineJob<Record<string, never>>('closures.run', {
  schedule: '5 * * * *',
  leaseSeconds: 3600,
})

/** Job kind of the previous release, which notified the retailer of each erased account. Removed in the next release. */
export const notifyErasureJob = defineJob<{ erasedId: string }>('closures.tell-retailer')
