import { defineJob } from '../../platform/jobs/jobs.ts'

/** One run of an account's import. */
export interface ImportRef {
  accountId: string
  run: number
}

/** Event: an import was started, or has to go on. The imports domain does it, a part per job. */
export const importLibrary = defineJob<ImportRef>('activation.import', {
  concurrency: 2,
  leaseSeconds: 900,
  retries: 10,
})
