import { notFound } from '../../http/failure.ts'
import { findActiveCustomer } from '../customers/index.ts'
import { createBlobSource, createMemorySource, defineSignedZips } from '../downloads/index.ts'
import { checkChunk } from './check-originals.ts'
import { type ChunkSource, planChunk } from './chunk-plan.ts'
import { findChunk, findExport } from './store.ts'

/** Chunks of exports; 404, even for a valid address, when the export has expired or the account is closed. */
export const chunkZips = defineSignedZips({
  service: 'photoExport',
  kind: 'export',
  toFileName: ([, , iteration]: ChunkIds) => `photo-export-${iteration}.zip`,
  async open(ctx, [accountId, backupId, iteration]) {
    const customer = await findActiveCustomer(ctx.db, accountId)
    const row = customer && (await findExport(ctx.db, accountId, backupId, ctx.clock.now()))
    const chunk = row?.state === 'ready' ? await findChunk(ctx.db, row, Number(iteration)) : undefined
    if (!row || !chunk) throw notFound('Export')
    return {
      plan: planChunk(row, chunk),
      facts: { export: backupId, iteration },
      source: (source: ChunkSource, start, end) =>
        'blob' in source
          ? createBlobSource(ctx, source.blob, start, end)
          : createMemorySource(source.create()),
      onSourceFailure: () => checkChunk(ctx, row, chunk),
    }
  },
})

type ChunkIds = readonly [accountId: string, backupId: string, iteration: string]
