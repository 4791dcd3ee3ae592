import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/downloads.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { type Context, change } from '../../context.ts'
import { type AccountEraser, defineDomain, eraseRows } from '../../domain.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { atMost, deleteRows } from '../../platform/db/rows.ts'
import { on } from '../../platform/events/events.ts'
import { handleEach, type JobRegistration, runOnSchedule } from '../../platform/jobs/jobs.ts'
import { libraryCleared } from '../photos/index.ts'
import { answerZip, createBlobSource, createMemorySource } from './answer-zip.ts'
import { planDownloadZip } from './download-zip.ts'
import {
  buildDownload,
  cancelPendingDownloads,
  publishDownload,
  requestDownload,
  requestSharedDownload,
} from './downloads.ts'
import { prepareDownload } from './job-kinds.ts'
import { mountDownloadSocket } from './socket.ts'
import { deleteDownloadsOfOthers, findDownload, getAccountRowsSql, listDownloads } from './store.ts'
import { downloadTables } from './tables.ts'

const downloadRoutes: readonly Route[] = [
  route(contract.createDownload, async ({ ctx, caller, body }) => {
    const photos = removeDuplicates(body.photos)
    const request = { id: body.id, photos, name: body.name ?? null, albumId: null }
    await requestDownload(ctx, caller.accountId, request)
    return { id: body.id, photos }
  }),

  route(
    contract.createSharedAlbumDownload,
    async ({ ctx, caller, body: { albumId, photos: requestedPhotos } }) => {
      const photos = removeDuplicates(requestedPhotos)
      return { id: await requestSharedDownload(ctx, caller.accountId, { albumId, photos }), photos }
    },
  ),

  route(contract.getDownloads, async ({ ctx, caller }) => ({
    items: (await listDownloads(ctx.db, caller.accountId, ctx.clock.now())).map(row => ({
      id: row.download_id,
      name: row.name,
      photosCount: row.photos.length,
      size: row.size === null ? null : Number(row.size),
      state: row.state,
      created: row.created_at.toISOString(),
      expires: row.expires_at.toISOString(),
    })),
  })),

  route(contract.getDownloadUrl, async ({ ctx, caller, params, origin }) => {
    const row = await findDownload(ctx.db, caller.accountId, params.id, ctx.clock.now())
    if (!row) throw notFound('Download')
    if (row.state !== 'ready') throw new Failure('not-ready', `The download is ${row.state}`)
    await planDownloadZip(ctx, row)
    return { url: signDownloadAddress(ctx, caller.accountId, row.download_id, origin) }
  }),
]

/** Removes duplicates, so that a photo that is listed twice is one entry of the zip. */
const removeDuplicates = <P extends { photoId: string }>(photos: readonly P[]): P[] => [
  ...new Map(photos.map(photo => [photo.photoId, photo])).values(),
]

export { answerZip, createBlobSource, createMemorySource } from './answer-zip.ts'
export { createMissingPhotosFile, type TextFile, toTextFileEntry } from './download-zip.ts'
export { type DownloadRow, listDownloads } from './store.ts'

const rows = eraseRows(getAccountRowsSql)

/** Also deletes downloads of other accounts with photos of this one, from shared albums. */
const downloadEraser: AccountEraser = {
  count: rows.count,
  async erase(ctx, erasure) {
    await change(ctx, async tx => {
      for (const row of await deleteDownloadsOfOthers(tx, erasure.accountId))
        await publishDownload(ctx, tx, row, 'archive-generation-error')
    })
    await rows.erase(ctx, erasure)
  },
}

const downloadJobs: readonly JobRegistration<Context>[] = [
  handleEach(prepareDownload, (ctx, { accountId, downloadId }) => buildDownload(ctx, accountId, downloadId)),
  runOnSchedule('downloads.tidy', '23 * * * *', ctx =>
    deleteRows(ctx.db, 'downloads', { expires_at: atMost(ctx.clock.now()) }),
  ),
]

export const downloads = defineDomain({
  name: 'downloads',
  dependsOn: ['customers', 'identity', 'photos', 'shared-albums'],
  tables: downloadTables,
  routes: downloadRoutes,
  mount(app, ctx) {
    mountZipFile(app, ctx)
    mountDownloadSocket(app, ctx)
  },
  jobs: downloadJobs,
  listeners: [on(libraryCleared, (ctx, tx, { accountId }) => cancelPendingDownloads(ctx, tx, accountId))],
  eraseAccount: downloadEraser,
})

const KIND = 'zip'

/** Signs the address of a download's zip, for the browser's download manager. */
function signDownloadAddress(ctx: Context, accountId: string, downloadId: string, origin: string): string {
  const token = signZipToken(ctx, KIND, [accountId, downloadId])
  return `${origin}${SERVICES.downloads}/files/${token}/${downloadId}.zip`
}

/** Mounts the route that streams a download from its manifest. */
function mountZipFile(app: FastifyInstance, ctx: Context): void {
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
