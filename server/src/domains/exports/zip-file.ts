import type { FastifyInstance } from 'fastify'
import { SERVICES } from '#contract/endpoint.ts'
import type { Context } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { findActiveCustomer } from '../customers/index.ts'
import { answerZip, signZipToken, verifyZipToken } from '../downloads/index.ts'
import { checkChunk } from './check-originals.ts'
import { openChunkSource, planChunk } from './chunk-plan.ts'
import { type ExportRow, findChunk, findExport } from './store.ts'

const KIND = 'export'

/** Signs the address of a chunk, for the browser's download manager. */
export function signChunkAddress(ctx: Context, row: ExportRow, iteration: number, origin: string): string {
  const token = signZipToken(ctx, KIND, [row.account_id, row.backup_id, String(iteration)])
  return `${origin}${SERVICES.photoExport}/files/${token}/${toFileName(iteration)}`
}

/** Returns the file name of a chunk. */
const toFileName = (iteration: number | string) => `photo-export-${iteration}.zip`

/**
 * Mounts the route that streams a chunk; 404, even for a valid address, when the export has expired or the account is
 * closed.
 */
export function mountChunkFile(app: FastifyInstance, ctx: Context): void {
  app.route<{ Params: { token: string; file: string } }>({
    method: ['GET', 'HEAD'],
    url: `${SERVICES.photoExport}/files/:token/:file`,
    exposeHeadRoute: false,
    config: { policy: 'signed', statementClass: 'download' },
    handler: async (request, reply) => {
      const { token, file } = request.params
      const { ids = [], mayStart = false } = verifyZipToken(ctx, KIND, token) ?? {}
      const [accountId, backupId, iteration] = ids
      if (!accountId || !backupId || !iteration || file !== toFileName(iteration))
        throw new Failure('address-expired', 'This address is no longer valid')
      const customer = await findActiveCustomer(ctx.db, accountId)
      const row = customer && (await findExport(ctx.db, accountId, backupId, ctx.clock.now()))
      const chunk = row?.state === 'ready' ? await findChunk(ctx.db, row, Number(iteration)) : undefined
      if (!row || !chunk) throw notFound('Export')
      await answerZip(request, reply, planChunk(row, chunk), {
        fileName: file,
        mayStart,
        facts: { export: backupId, iteration },
        source: (source, start, end) => openChunkSource(ctx, source, start, end),
        onSourceFailure: () => checkChunk(ctx, row, chunk),
      })
    },
  })
}
