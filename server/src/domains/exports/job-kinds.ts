import { defineJob } from '../../platform/jobs/jobs.ts'

export interface ExportRef {
  accountId: string
  backupId: string
}

/** Freezes what was asked for into chunks. */
export const prepareExport = defineJob<ExportRef>('exports.prepare', { leaseSeconds: 900, retries: 10 })
/** Mails the link of an export that is ready. */
export const mailExport = defineJob<ExportRef>('exports.mail', { retries: 8 })
/** Forgets what has expired, takes up what was left, and ends what nobody can finish. */
export const cleanUpExports = defineJob<Record<string, never>>('exports.tidy', {
  schedule: '*/10 * * * *',
  leaseSeconds: 900,
})
