import { createBlobSource, createMemorySource, defineSignedZips } from '../downloads/index.ts'
import { type ArchiveSource, planArchive, toArchiveName } from './archive.ts'

/** Archives of the invoices of a period that were ready at an instant, in milliseconds. */
export const archiveZips = defineSignedZips({
  service: 'invoices',
  kind: 'invoices',
  toFileName: ([, period]: ArchiveIds) => `${toArchiveName(period)}.zip`,
  async open(ctx, [accountId, period, readyUntil]) {
    const { plan } = await planArchive(ctx, accountId, period, new Date(Number(readyUntil)))
    return {
      plan,
      facts: { accountId, period },
      source: (source: ArchiveSource, start, end) =>
        'blob' in source ? createBlobSource(ctx, source.blob, start, end) : createMemorySource(source.text),
    }
  },
})

type ArchiveIds = readonly [accountId: string, period: string, readyUntil: string]
