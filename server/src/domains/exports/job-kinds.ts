import { defineJob } from '../../platform/jobs/jobs.ts'

export interface ExportRef {
  accountId: string
  backupId: string
}

/** Creates the chunks of a requested export. */
export const prepareExport = defineJob<ExportRef>('exports.prepare', { leaseSeconds: 900 })
/** Checks the originals of an export that is ready, and mails its link. */
export const mailExport = defineJob<ExportRef>('exports.mail', { leaseSeconds: 900 })
