import { defineJob } from '../../platform/jobs/jobs.ts'

/** One import run of an account; `run` counts up from 1. */
export interface ImportRef {
  accountId: string
  run: number
}

/** Performs a part of an import run; the handler in the imports domain sends the next job until the run has ended. */
export const importLibrary = defineJob<ImportRef>('activation.import', {
  concurrency: 2,
  leaseSeconds: 900,
})
