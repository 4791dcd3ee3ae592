import * as contract from '#contract/downloads.ts'
import { type Context, change } from '../../context.ts'
import { type AccountEraser, defineDomain, eraseRows } from '../../domain.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { atMost, deleteRows } from '../../platform/db/rows.ts'
import { on } from '../../platform/events/events.ts'
import { handleEach, type JobRegistration, runOnSchedule } from '../../platform/jobs/jobs.ts'
import { libraryCleared, type OriginalForReader, readOriginal } from '../photos/index.ts'
import { createBlobSource, createMemorySource } from './answer-zip.ts'
import { type DownloadSource, planDownloadZip } from './download-zip.ts'
import {
  buildDownload,
  cancelPendingDownloads,
  publishDownload,
  requestDownload,
  requestSharedDownload,
} from './downloads.ts'
import { prepareDownload } from './job-kinds.ts'
import { defineSignedZips } from './signed-zips.ts'
import { mountDownloadSocket } from './socket.ts'
import {
  deleteDownloadsOfOthers,
  findDownload,
  getAccountRowsSql,
  listDownloads,
  markEndKnown,
} from './store.ts'
import { downloadTables } from './tables.ts'

/** Zips of downloads, from their manifests. */
const downloadZips = defineSignedZips({
  service: 'downloads',
  kind: 'zip',
  toFileName: ([, downloadId]: DownloadIds) => `${downloadId}.zip`,
  async open(ctx, [accountId, downloadId]) {
    const row = await findDownload(ctx.db, accountId, downloadId, ctx.clock.now())
    if (!row?.manifest) throw notFound('Download')
    return {
      plan: await planDownloadZip(ctx, row),
      fileName: `${row.name ?? row.download_id}.zip`,
      facts: { download: row.download_id },
      source: (source: DownloadSource, start, end) =>
        'original' in source
          ? createOriginalSource(ctx, source.original, start, end)
          : createMemorySource(source.text),
    }
  },
})

const createOriginalSource = (ctx: Context, original: OriginalForReader, start: number, end: number) =>
  original.strippedType
    ? readOriginal(ctx, original, { start, end })
    : createBlobSource(ctx, original.key, start, end)

type DownloadIds = readonly [accountId: string, downloadId: string]

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
    if (!row.end_known_at) await markEndKnown(ctx, caller.accountId, row.download_id)
    return { url: downloadZips.sign(ctx, origin, [caller.accountId, row.download_id]) }
  }),
]

/** Removes duplicates, so that a photo that is listed twice is one entry of the zip. */
const removeDuplicates = <P extends { photoId: string }>(photos: readonly P[]): P[] => [
  ...new Map(photos.map(photo => [photo.photoId, photo])).values(),
]

export { createBlobSource, createMemorySource } from './answer-zip.ts'
export { createMissingPhotosFile, type TextFile, toTextFileEntry } from './download-zip.ts'
export { defineSignedZips } from './signed-zips.ts'
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
    downloadZips.serve(app, ctx)
    mountDownloadSocket(app, ctx)
  },
  jobs: downloadJobs,
  listeners: [on(libraryCleared, (ctx, tx, { accountId }) => cancelPendingDownloads(ctx, tx, accountId))],
  eraseAccount: downloadEraser,
})
