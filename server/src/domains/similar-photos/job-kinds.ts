import { defineJob } from '../../platform/jobs/jobs.ts'

/** Searches a library for groups. */
export const groupPhotosJob = defineJob<{ accountId: string }>('similar-photos.group', { leaseSeconds: 600 })

/** Decides all groups of a run. */
export const decideAllJob = defineJob<{ accountId: string; runId: string }>('similar-photos.decide-all', {
  leaseSeconds: 900,
})

/** Undoes the decisions of a run. */
export const undoRunJob = defineJob<{ accountId: string; runId: string }>('similar-photos.undo-run', {
  leaseSeconds: 900,
})
