import { defineJob } from '../../platform/jobs/jobs.ts'

/** Finds the towns of all photos of an account that turned places on, or deletes them after it turned them off. */
export const namePlacesJob = defineJob<{ accountId: string }>('places.name', { leaseSeconds: 600 })
/** Finds the towns of photos that were just added. */
export const nameAddedJob = defineJob<{ accountId: string; photoIds: string[] }>('places.name-added', {
  batch: 20,
  leaseSeconds: 300,
})
