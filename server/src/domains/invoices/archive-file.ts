import type { FastifyInstance } from 'fastify'
import { SERVICES } from '#contract/endpoint.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import {
  answerZip,
  createBlobSource,
  createMemorySource,
  signZipToken,
  verifyZipToken,
} from '../downloads/index.ts'
import { planArchive, toArchiveName } from './archive.ts'

const KIND = 'invoices'

/** Builds the signed address of a period's archive, for the browser's download manager. */
export function buildArchiveAddress(
  ctx: Context,
  { accountId, period, readyUntil }: { accountId: string; period: string; readyUntil: Date },
  origin: string,
): string {
  const token = signZipToken(ctx, KIND, [accountId, period, String(readyUntil.getTime())])
  return `${origin}${SERVICES.invoices}/files/${token}/${toArchiveName(period)}.zip`
}

/** Mounts the route that streams an archive. */
export function mountArchiveFile(app: FastifyInstance, ctx: Context): void {
  app.route<{ Params: { token: string; file: string } }>({
    method: ['GET', 'HEAD'],
    url: `${SERVICES.invoices}/files/:token/:file`,
    exposeHeadRoute: false,
    config: { policy: 'signed', statementClass: 'download' },
    handler: async (request, reply) => {
      const { token, file } = request.params
      const { ids = [], mayStart = false } = verifyZipToken(ctx, KIND, token) ?? {}
      const [accountId, period, readyUntil] = ids
      if (!accountId || !period || !readyUntil || file !== `${toArchiveName(period)}.zip`)
        throw new Failure('address-expired', 'This address is no longer valid')
      const { plan } = await planArchive(ctx, accountId, period, new Date(Number(readyUntil)))
      await answerZip(request, reply, plan, {
        mayStart,
        fileName: file,
        facts: { accountId, period },
        source: (source, start, end) =>
          'blob' in source ? createBlobSource(ctx, source.blob, start, end) : createMemorySource(source.text),
      })
    },
  })
}
