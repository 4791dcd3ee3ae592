import * as contract from '#contract/downloads.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { planDownloadZip } from './download-zip.ts'
import { requestDownload, requestSharedDownload } from './downloads.ts'
import { findDownload, listDownloads } from './store.ts'
import { signDownloadAddress } from './zip-file.ts'

export const downloadRoutes: readonly Route[] = [
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
