import { defineJob } from '../../platform/jobs/jobs.ts'

/** Erases the closed accounts whose grace period is over. */
export const runClosuresJob = defineJob<Record<string, never>>('closures.run', {
  schedule: '5 * * * *',
  leaseSeconds: 3600,
})

/** Of the release before, which told the retailer of each erased account by a job. Goes in the next release. */
export const tellRetailerJob = defineJob<{ erasedId: string }>('closures.tell-retailer')
