import { listChannels } from '#brands/index.ts'
import type { ExportChunk, ExportStatus, PhotoExport } from '#contract/exports.ts'
import * as contract from '#contract/exports.ts'
import type { Context, Reader } from '../../context.ts'
import { type CursorScope, decodeOffset, encodeOffset } from '../../http/cursor.ts'
import { Failure, notFound, requireFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { getRequestBrand } from '../brands/index.ts'
import { recheckUnreadableEntries } from './check-originals.ts'
import { filterReadableEntries } from './chunk-plan.ts'
import { requestExport } from './exports.ts'
import { type ChunkSummary, type ExportRow, findChunk, findExport, listChunks, listExports } from './store.ts'
import { chunkZips } from './zip-file.ts'

const presentChunk = ({
  iteration,
  size,
  photos,
  missing,
  from_month,
  to_month,
}: ChunkSummary): ExportChunk => ({
  iteration,
  size: Number(size),
  photosCount: photos,
  missingCount: missing,
  from: from_month,
  to: to_month,
})

const STATUS_BY_STATE: Record<ExportRow['state'], ExportStatus> = {
  requested: 'REQUESTED',
  'in-progress': 'IN_PROGRESS',
  ready: 'READY',
  failed: 'FAILED',
}

export const exportRoutes: readonly Route[] = [
  route(
    contract.createExport,
    async ({ ctx, caller, body }) =>
      presentExport(ctx.db, await requestExport(ctx, caller.accountId, body.channel)),
    async ({ request }) => contract.exportBody(listChannels(getRequestBrand(request).vendor)),
  ),

  route(contract.getExports, async ({ ctx, caller }) => {
    const rows = await listExports(ctx.db, caller.accountId, ctx.clock.now())
    return { items: await Promise.all(rows.map(row => presentExport(ctx.db, row))) }
  }),

  route(contract.getExport, async ({ ctx, caller, params }) =>
    presentExport(ctx.db, await getUnexpiredExport(ctx, caller.accountId, params.backupId)),
  ),

  route(contract.getExportChunkUrl, async ({ ctx, caller, params, origin }) => {
    const row = await getReadyExport(ctx, caller.accountId, params.backupId)
    const chunk = (await listChunks(ctx.db, row)).find(({ iteration }) => iteration === params.iteration)
    if (!chunk) throw notFound('Chunk')
    if (chunk.missing > 0) await recheckUnreadableEntries(ctx, row, params.iteration)
    return { url: chunkZips.sign(ctx, origin, [row.account_id, row.backup_id, String(params.iteration)]) }
  }),

  route(contract.getExportFiles, async ({ ctx, caller, params, query }) => {
    const row = await getReadyExport(ctx, caller.accountId, params.backupId)
    const chunk = requireFound(await findChunk(ctx.db, row, params.iteration), 'Chunk')
    const entries = filterReadableEntries(chunk)
    const scope: CursorScope = ['export-files', row.backup_id, params.iteration]
    const start = decodeOffset(scope, query.cursor)
    const end = start + contract.EXPORT_FILES_PAGE
    return {
      cursor: end < entries.length ? encodeOffset(scope, end) : null,
      files: entries.slice(start, end).map(({ name, size, sha256 }) => ({ name, size, sha256 })),
    }
  }),
]

async function getUnexpiredExport(ctx: Context, accountId: string, backupId: string): Promise<ExportRow> {
  return requireFound(await findExport(ctx.db, accountId, backupId, ctx.clock.now()), 'Export')
}

async function getReadyExport(ctx: Context, accountId: string, backupId: string): Promise<ExportRow> {
  const row = await getUnexpiredExport(ctx, accountId, backupId)
  if (row.state !== 'ready') throw new Failure('not-ready', `The export is ${row.state}`)
  return row
}

/** Converts an export to its wire form; a ready export has its chunks. */
async function presentExport(db: Reader, row: ExportRow): Promise<PhotoExport> {
  const common = {
    backupId: row.backup_id,
    created: row.created_at.toISOString(),
    updated: row.updated_at.toISOString(),
  }
  const status = STATUS_BY_STATE[row.state]
  if (status !== 'READY') return { status, ...common }
  return {
    status,
    ...common,
    expires: row.expires_at!.toISOString(),
    photosCount: row.photos,
    chunks: (await listChunks(db, row)).map(presentChunk),
  }
}
