import { randomUUID } from 'node:crypto'
import type { DownloadPush } from '#contract/push.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { BlobMissingError, BlobTooShortError } from '../../platform/blobs/blobs.ts'
import { insertMissingRow, updateRowsReturning } from '../../platform/db/rows.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import { createEntryNames, planZip } from '../../platform/zip/index.ts'
import {
  createSidecar,
  findPhotos,
  getModifiedTime,
  type OriginalForReader,
  type PhotoRow,
  readOriginalChecksum,
  toDownloadName,
  toOriginalsForReader,
} from '../photos/index.ts'
import { getSharedAlbumWithPhotos } from '../shared-albums/index.ts'
import { toZipEntry } from './download-zip.ts'
import { prepareDownload } from './job-kinds.ts'
import { type DownloadRow, findDownload, updateDownload } from './store.ts'
import type { DownloadEntry } from './tables.ts'

/** Days after the request when a download expires. */
const DOWNLOAD_DAYS = 7
/** Channel of the download socket. */
export const DOWNLOAD_CHANNEL = 'downloads'

export interface DownloadRequest {
  id: string
  photos: { photoId: string; ownerId: string }[]
  name: string | null
  /** The shared album of the photos; null: photos of the caller. */
  albumId: string | null
}

/** Stores a download and sends the job that prepares it. Throws 404 when a photo is not the caller's. */
export async function requestDownload(
  ctx: Context,
  accountId: string,
  request: DownloadRequest,
): Promise<void> {
  await change(ctx, async tx => {
    const ids = [...new Set(request.photos.map(photo => photo.photoId))]
    const foundPhotos = await findPhotos(tx.db, accountId, ids)
    if (foundPhotos.length < ids.length || request.photos.some(photo => photo.ownerId !== accountId))
      throw notFound('Photo')
    await createDownload(ctx, tx, accountId, request)
  })
}

/**
 * Requests a download of photos of a shared album; the photos may belong to any member. The caller must be
 * able to see them at this moment. Returns the id of the download.
 */
export async function requestSharedDownload(
  ctx: Context,
  accountId: string,
  { albumId, photos }: { albumId: string; photos: DownloadRequest['photos'] },
): Promise<string> {
  return change(ctx, async tx => {
    const { name } = await getSharedAlbumWithPhotos(tx.db, accountId, albumId, photos)
    const id = randomUUID()
    await createDownload(ctx, tx, accountId, { id, photos, name, albumId })
    return id
  })
}

async function createDownload(ctx: Context, tx: Tx, accountId: string, request: DownloadRequest) {
  const now = ctx.clock.now()
  const isInserted = await insertMissingRow(tx.db, 'downloads', {
    account_id: accountId,
    download_id: request.id,
    name: request.name,
    album_id: request.albumId,
    state: 'requested',
    photos: JSON.stringify(request.photos),
    created_at: now,
    expires_at: new Date(now.getTime() + DOWNLOAD_DAYS * 86_400_000),
  })
  if (!isInserted) throw new Failure('conflict', 'The id is already in use')
  await ctx.jobs.send(tx, prepareDownload, [{ accountId, downloadId: request.id }])
}

/**
 * Freezes the manifest: name, size and checksum of each entry. The zip is streamed from it on request, never stored.
 */
export async function buildDownload(ctx: Context, accountId: string, downloadId: string): Promise<void> {
  const row = await findDownload(ctx.db, accountId, downloadId, ctx.clock.now())
  if (!row || row.state === 'ready' || row.state === 'failed') return
  await change(ctx, async tx => {
    if (!(await updateDownload(tx, row, { state: 'in-progress' }))) return
    await publishDownload(ctx, tx, row, 'archive-generation-started')
  })
  const entries = await createManifest(ctx, row)
  await change(ctx, async tx => {
    const outcome = entries
      ? {
          state: 'ready' as const,
          manifest: JSON.stringify(entries),
          size: planZip(entries.map(toZipEntry)).length,
        }
      : { state: 'failed' as const }
    if (!(await updateDownload(tx, row, outcome))) return
    await publishDownload(ctx, tx, row, entries ? 'archive-generation-finished' : 'archive-generation-error')
  })
}

/** Fails the downloads that are not ready; ready ones stay. */
export async function cancelPendingDownloads(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  const pending = { account_id: accountId, state: ['requested', 'in-progress'] } as const
  const rows = await updateRowsReturning(tx.db, 'downloads', pending, { state: 'failed' })
  for (const row of rows) await publishDownload(ctx, tx, row, 'archive-generation-error')
}

/**
 * Creates the entries in the requested order; null when a photo is no longer in its library, because a download
 * contains all photos or fails.
 */
async function createManifest(ctx: Context, row: DownloadRow): Promise<DownloadEntry[] | null> {
  const ids = [...new Set(row.photos.map(photo => photo.photoId))]
  const photosById = new Map<string, PhotoRow>()
  for (const [ownerId, photos] of Map.groupBy(row.photos, photo => photo.ownerId)) {
    const ownerPhotoIds = [...new Set(photos.map(photo => photo.photoId))]
    for (const photo of await findPhotos(ctx.db, ownerId, ownerPhotoIds))
      photosById.set(photo.photo_id, photo)
  }
  const photos = ids.map(id => photosById.get(id)).filter(photo => photo !== undefined)
  if (photos.length < ids.length) return null
  const names = createEntryNames(photos.map(photo => ({ name: toDownloadName(photo) })))
  const originals = await toOriginalsForReader(ctx, photos, row.account_id)
  const entries: DownloadEntry[] = []
  for (const [i, photo] of photos.entries()) {
    if (i > 0 && i % STEP_PHOTOS === 0) await recordProgress(ctx, row, i)
    entries.push(...(await listEntries(ctx, photo, originals[i]!, names[i]!)))
  }
  return entries
}

/** Photos between two records of the progress. */
const STEP_PHOTOS = 10

const recordProgress = (ctx: Context, row: DownloadRow, done: number) =>
  change(ctx, async tx => {
    if (await updateDownload(tx, row, { done }))
      await publishToAccount(ctx, tx, row.account_id, { type: 'archives-changed' })
  })

/**
 * Lists the photo, and the file with its date and title if they are not those of the photo's file. Titles of other
 * accounts' photos are not shared.
 */
async function listEntries(
  ctx: Context,
  photo: PhotoRow,
  original: OriginalForReader,
  name: string,
): Promise<DownloadEntry[]> {
  const modified = getModifiedTime(photo)
  const { key: blobKey, size, strippedType, keepsPosition } = original
  const crc32 = strippedType ? await readStrippedChecksum(ctx, original) : Number(photo.crc32)
  const stripped = strippedType && {
    strippedType,
    ...(keepsPosition && { keepsPosition }),
    ...(crc32 === undefined && { isUnreadable: true as const }),
  }
  const sidecar = createSidecar(strippedType ? { ...photo, title: null } : photo)
  return [
    { name, size, crc32: crc32 ?? 0, modified, isUndated: photo.taken_unknown, blobKey, ...stripped },
    ...(sidecar ? [{ ...sidecar, name: `${name}.xmp`, modified, blobKey }] : []),
  ]
}

/** Returns the checksum; undefined for an unreadable original. */
const readStrippedChecksum = (ctx: Context, original: OriginalForReader) =>
  readOriginalChecksum(ctx, original).catch((error: unknown) => {
    if (error instanceof BlobMissingError || error instanceof BlobTooShortError) return undefined
    throw error
  })

/** Publishes a state of a download to the download sockets, and a change of the list to the account's open pages. */
export async function publishDownload(
  ctx: Context,
  tx: Tx,
  row: DownloadRow,
  key: DownloadPush['key'],
): Promise<void> {
  const body: DownloadPush = {
    id: randomUUID(),
    timestamp: ctx.clock.now().toISOString(),
    key,
    message: { userId: row.account_id, downloadId: row.download_id },
  }
  await ctx.push.publish(tx, { channel: DOWNLOAD_CHANNEL, accountId: row.account_id, body })
  await publishToAccount(ctx, tx, row.account_id, { type: 'archives-changed' })
}
