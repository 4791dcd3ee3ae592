import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/downloads.ts'
import { SERVICES, type ServiceKey } from '#contract/endpoint.ts'
import { type Context, change } from '../../context.ts'
import { type AccountEraser, defineDomain, eraseRows } from '../../domain.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { atMost, deleteRows } from '../../platform/db/rows.ts'
import { on } from '../../platform/events/events.ts'
import { handleEach, type JobRegistration, runOnSchedule } from '../../platform/jobs/jobs.ts'
import type { ZipPlan } from '../../platform/zip/index.ts'
import { libraryCleared, type OriginalForReader, readOriginal } from '../photos/index.ts'
import { type AnswerOptions, answerZip, createBlobSource, createMemorySource } from './answer-zip.ts'
import { type DownloadSource, planDownloadZip } from './download-zip.ts'
import {
  buildDownload,
  cancelPendingDownloads,
  publishDownload,
  requestDownload,
  requestSharedDownload,
} from './downloads.ts'
import { prepareDownload } from './job-kinds.ts'
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

/** A download must start within START_SECONDS; a started download may resume for RESUME_SECONDS. */
const START_SECONDS = 300

const RESUME_SECONDS = 86_400

interface SignedZipsDefinition<Ids extends readonly string[], Source> {
  service: ServiceKey
  /** A token is valid for this kind only. */
  kind: string
  /** The name of the file in the address. */
  toFileName: (ids: Ids) => string
  /** Plans the zip that these ids identify; throws what the client is answered when there is none. */
  open: (ctx: Context, ids: Ids) => Promise<OpenedZip<Source>>
}

interface OpenedZip<Source> extends Omit<AnswerOptions<Source>, 'fileName' | 'mayStart'> {
  plan: ZipPlan<Source>
  /** File name of the download; absent: the last part of the address. */
  fileName?: string
}

/** Defines zips of one kind that are served by signed addresses, for the browser's download manager. */
export function defineSignedZips<Ids extends readonly string[], Source>({
  service,
  kind,
  toFileName,
  open,
}: SignedZipsDefinition<Ids, Source>) {
  return {
    /** Returns the signed address of the zip with these ids, which contain no ':'. */
    sign({ signer, clock }: Context, origin: string, ids: Ids): string {
      const now = clock.now()
      const startUntil = Math.floor(now.getTime() / 1000) + START_SECONDS
      const scope = [kind, ...ids, startUntil].join(':')
      const token = signer.sign(scope, now, { seconds: RESUME_SECONDS, window: 1 })
      return `${origin}${SERVICES[service]}/files/${token}/${toFileName(ids)}`
    },
    /** Mounts the route that streams a zip: 403 for an address that was altered, expired or is of another kind. */
    serve(app: FastifyInstance, ctx: Context): void {
      app.route<{ Params: { token: string; file: string } }>({
        method: ['GET', 'HEAD'],
        url: `${SERVICES[service]}/files/:token/:file`,
        exposeHeadRoute: false,
        config: { policy: 'signed', statementClass: 'download' },
        handler: async (request, reply) => {
          const { token, file } = request.params
          const now = ctx.clock.now()
          const [signedKind, ...parts] = ctx.signer.verify(token, now)?.scope.split(':') ?? []
          const mayStart = now.getTime() / 1000 <= Number(parts.pop())
          const ids = parts as unknown as Ids
          if (signedKind !== kind || file !== toFileName(ids))
            throw new Failure('address-expired', 'This address is no longer valid')
          const { plan, ...options } = await open(ctx, ids)
          await answerZip(request, reply, plan, { fileName: file, mayStart, ...options })
        },
      })
    },
  }
}
