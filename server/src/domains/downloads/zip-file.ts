import type { FastifyInstance } from 'fastify'
import { SERVICES } from '#contract/endpoint.ts'
import type { Context } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { answerZip, createBlobSource, createMemorySource } from './answer-zip.ts'
import { planDownloadZip } from './download-zip.ts'
import { findDownload } from './store.ts'
import { signZipToken, verifyZipToken } from './zip-address.ts'

const KIND = 'zip'

/** Signs the address of a download's zip (PL-181), for the browser's download manager. */
export function signDownloadAddress(
  ctx: Context,
  accountId: string,
  downloadId: string,
  origin: string,
): string {
  const token = signZipToken(ctx, KIND, [accountId, downloadId])
  return `${origin}${SERVICES.downloads}/files/${token}/${downloadId}.zip`
}

/** Mounts the route that streams a download from its manifest. */
export function mountZipFile(app: FastifyInstance, ctx: Context): void {
  app.route<{ Params: { token: string; file: string } }>({
    method: ['GET', 'HEAD'],
    url: `${SERVICES.downloads}/files/:token/:file`,
    exposeHeadRoute: false,
    config: { policy: 'signed', statementClass: 'download' },
    handler: async (request, reply) => {
      const { token, file } = request.params
      const { ids: [accountId, downloadId] = [], mayStart = false } = verifyZipToken(ctx, KIND, token) ?? {}
      if (!accountId || !downloadId || file !== `${downloadId}.zip`)
        throw new Failure('address-expired', 'This address is no longer valid')
      const row = await findDownload(ctx.db, accountId, downloadId, ctx.clock.now())
      if (!row?.manifest) throw notFound('Download')
      await answerZip(request, reply, await planDownloadZip(ctx, row), {
        mayStart,
        fileName: `${row.name ?? row.download_id}.zip`,
        facts: { download: row.download_id },
        source: (source, start, end) =>
          'blob' in source ? createBlobSource(ctx, source.blob, start, end) : createMemorySource(source.text),
      })
    },
  })
}
