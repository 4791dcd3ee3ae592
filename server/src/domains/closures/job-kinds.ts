import { defineJob } from '../../platform/jobs/jobs.ts'

/** Erases the closed accounts whose grace period is over. */
export const runClosuresJob = defineJob<Record<string, never>>('closures.run', {
  schedule: '5 * * * *',
  leaseSeconds: 3600,
})

/**
 * Tells the retailer of an erased account. The id is not under the key `accountId`: the erasure deletes the jobs of the
 * account, and this one must outlive it.
 */
export const tellRetailerJob = defineJob<{ erasedId: string }>('closures.tell-retailer')
