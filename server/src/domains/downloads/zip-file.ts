import type { FastifyInstance } from 'fastify'
import { SERVICES } from '#contract/endpoint.ts'
import type { Context } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { answerZip, createBlobSource, createMemorySource } from './answer-zip.ts'
import { planDownloadZip } from './download-zip.ts'
import { findDownload } from './store.ts'

const KIND = 'zip'

/** Signs the address of a download's zip, for the browser's download manager. */
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

/** A download must start within START_SECONDS; a started download may resume for RESUME_SECONDS. */
const START_SECONDS = 300

const RESUME_SECONDS = 86_400

/** Signs the token of a zip's address. `kind`: the kind of zip; `ids` identify it and contain no ':'. */
export function signZipToken(ctx: Context, kind: string, ids: readonly string[]): string {
  const now = ctx.clock.now()
  const startUntil = Math.floor(now.getTime() / 1000) + START_SECONDS
  return ctx.signer.sign([kind, ...ids, startUntil].join(':'), now, { seconds: RESUME_SECONDS, window: 1 })
}

/**
 * Returns the ids of a token, and whether a download may start now or only resume (answer-zip.ts); null when the token
 * is altered, expired or of another kind.
 */
export function verifyZipToken(
  ctx: Context,
  kind: string,
  token: string,
): { ids: string[]; mayStart: boolean } | null {
  const now = ctx.clock.now()
  const [signedKind, ...ids] = ctx.signer.verify(token, now)?.scope.split(':') ?? []
  const startUntil = Number(ids.pop())
  return signedKind === kind ? { ids, mayStart: now.getTime() / 1000 <= startUntil } : null
}
