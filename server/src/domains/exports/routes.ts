import { listChannels } from '#brands/index.ts'
import * as contract from '#contract/exports.ts'
import type { Context } from '../../context.ts'
import { type CursorScope, decodeOffset, encodeOffset } from '../../http/cursor.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { getRequestBrand } from '../brands/index.ts'
import { describeRequest } from '../identity/index.ts'
import { recheckUnreadableEntries } from './check-originals.ts'
import { filterReadableEntries } from './chunk-plan.ts'
import { requestExport } from './exports.ts'
import { presentExport } from './present.ts'
import { type ExportRow, findChunk, findExport, listChunks, listExports } from './store.ts'
import { signChunkAddress } from './zip-file.ts'

export const exportRoutes: readonly Route[] = [
  route(
    contract.createExport,
    async ({ ctx, caller, body, request }) =>
      presentExport(ctx.db, await requestExport(ctx, caller, body.channel, describeRequest(request))),
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
    return { url: signChunkAddress(ctx, row, params.iteration, origin) }
  }),

  route(contract.getExportFiles, async ({ ctx, caller, params, query }) => {
    const row = await getReadyExport(ctx, caller.accountId, params.backupId)
    const chunk = await findChunk(ctx.db, row, params.iteration)
    if (!chunk) throw notFound('Chunk')
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
  const row = await findExport(ctx.db, accountId, backupId, ctx.clock.now())
  if (!row) throw notFound('Export')
  return row
}

async function getReadyExport(ctx: Context, accountId: string, backupId: string): Promise<ExportRow> {
  const row = await getUnexpiredExport(ctx, accountId, backupId)
  if (row.state !== 'ready') throw new Failure('not-ready', `The export is ${row.state}`)
  return row
}
