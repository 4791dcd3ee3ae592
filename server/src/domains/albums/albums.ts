import { randomUUID } from 'node:crypto'
import type { Context, Tx } from '../../context.ts'
import { change } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { lockPhotosForShare } from '../photos/index.ts'
import { sharedAlbumChanged } from './events.ts'
import { nameSort } from './name-sort.ts'
import { publishAlbumChange, publishAlbumPhotosChange } from './notifications.ts'
import { lockChosenPhotos, type PhotoChoice } from './selection.ts'
import {
  type AlbumRow,
  deleteAlbumRows,
  findAlbum,
  insertAlbum,
  lockAlbum,
  updateAlbumRow,
} from './store/albums.ts'
import { addPhotos, type RemovedPhotos, removePhotos, updateCovers } from './store/membership.ts'
import { findAlbumPhoto } from './store/photo-pages.ts'

/** The caller's album; missing and foreign look the same (OP-31). */
export async function getAlbum(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  albumId: string,
): Promise<AlbumRow> {
  const album = await findAlbum(ctx.db, accountId, albumId)
  if (!album) throw notFound('Album')
  return album
}

/**
 * Makes an empty album (PL-163). With an id of the caller's choice a repeated call makes it once: the second one gets
 * the same answer.
 */
export async function createAlbum(
  ctx: Context,
  accountId: string,
  { name, albumId = randomUUID() }: { name: string; albumId?: string | undefined },
): Promise<{ albumId: string; name: string }> {
  return change(ctx, async tx => {
    const key = { account_id: accountId, album_id: albumId }
    const made = await insertAlbum(tx, { ...key, name, name_sort: nameSort(name), at: ctx.clock.now() })
    if (made) await publishAlbumChange(ctx, tx, accountId, [albumId], 'added')
    else if ((await findAlbum(tx.db, accountId, albumId))?.name !== name)
      throw new Failure('conflict', 'This album id is used already')
    return { albumId, name }
  })
}

/** Renames an album or chooses its cover (PL-163); `coverPhotoId` null lets the first photo be it again. */
export async function updateAlbum(
  ctx: Context,
  accountId: string,
  albumId: string,
  { name, coverPhotoId }: { name?: string | undefined; coverPhotoId?: string | null | undefined },
): Promise<void> {
  await change(ctx, async tx => {
    const album = await lockOwnAlbum(tx, accountId, albumId)
    if (coverPhotoId && !(await findAlbumPhoto(tx.db, album, coverPhotoId))) throw notFound('Photo')
    await updateAlbumRow(tx, album, {
      ...(name === undefined ? {} : { name, name_sort: nameSort(name) }),
      ...(coverPhotoId === undefined ? {} : { chosen_cover_id: coverPhotoId }),
      updated_at: changeTime(ctx, album),
    })
    if (coverPhotoId !== undefined) await updateCovers(tx, [album])
    await publishAlbumChange(ctx, tx, accountId, [albumId], 'updated')
  })
}

/** Removes the album; its photos stay in their libraries (PL-163). A shared one is gone for everybody (OP-17). */
export async function deleteAlbum(ctx: Context, accountId: string, albumId: string): Promise<void> {
  await change(ctx, async tx => {
    const album = await lockAlbum(tx, accountId, albumId)
    if (!album) throw notFound('Album')
    await deleteAlbumRows(tx, album)
    await publishAlbumChange(ctx, tx, accountId, [albumId], 'removed')
    if (album.shared) await ctx.events.emit(tx, sharedAlbumChanged, { accountId, albumId, change: 'removed' })
  })
}

/** How many photos a change moved, and how many the album shows after it. */
export interface Changed {
  moved: number
  photosCount: number
}

/**
 * Adds photos to an album, each once, in one transaction (PL-166). Named photos must all be the caller's and in the
 * library, else nothing is added; a rule takes what it finds.
 */
export async function addPhotosToAlbum(
  ctx: Context,
  accountId: string,
  albumId: string,
  chosen: PhotoChoice,
): Promise<Changed> {
  return change(ctx, async tx => {
    refuseShared(await findAlbum(tx.db, accountId, albumId))
    // Photos before albums, as everywhere: two transactions never wait for each other.
    const photoIds = await lockChosenPhotos(tx, accountId, chosen)
    const album = await lockOwnAlbum(tx, accountId, albumId)
    const moved = await addPhotos(tx, album, photoIds, changeTime(ctx, album))
    if (moved > 0) await publishAdded(ctx, tx, album, photoIds)
    return { moved, photosCount: album.photos + moved }
  })
}

/**
 * Puts just uploaded photos into the album they were sent to, in the upload's transaction. An album that was deleted
 * meanwhile is passed over: the photo is in the library, nothing is lost.
 */
export async function addUploadedPhotos(
  ctx: Context,
  tx: Tx,
  accountId: string,
  albumId: string,
  photoIds: readonly string[],
): Promise<void> {
  const album = await lockAlbum(tx, accountId, albumId)
  if (!album || album.shared) return
  if ((await addPhotos(tx, album, photoIds, changeTime(ctx, album))) > 0)
    await publishAdded(ctx, tx, album, photoIds)
}

/** An album that comes from elsewhere with its photos. */
export interface ImportedAlbum {
  albumId: string
  name: string
  /** Null: now. */
  createdAt: Date | null
  photoIds: readonly string[]
  coverPhotoId: string | null
}

/**
 * Makes an album with its photos in a transaction of the caller; photos that are not in the library stay out. With
 * `again` it has been made before: photos come into it if it is still there, and nothing else of it changes.
 */
export async function importAlbum(
  ctx: Context,
  tx: Tx,
  accountId: string,
  { albumId, name, createdAt, photoIds, coverPhotoId }: ImportedAlbum,
  { again }: { again: boolean },
): Promise<void> {
  const there = await lockPhotosForShare(tx, accountId, photoIds)
  if (!again) {
    const at = createdAt ?? ctx.clock.now()
    await insertAlbum(tx, { account_id: accountId, album_id: albumId, name, name_sort: nameSort(name), at })
    await publishAlbumChange(ctx, tx, accountId, [albumId], 'added')
  }
  const album = await lockAlbum(tx, accountId, albumId)
  if (!album || album.shared) return
  if (!again && coverPhotoId && there.includes(coverPhotoId))
    await updateAlbumRow(tx, album, { chosen_cover_id: coverPhotoId })
  if (there.length > 0 && (await addPhotos(tx, album, there, changeTime(ctx, album))) > 0)
    await publishAdded(ctx, tx, album, there)
}

/** An album the caller may add to, before the first byte of an upload: else 404, a shared one 403. */
export async function checkUploadAlbum(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  albumId: string,
): Promise<void> {
  refuseShared(await findAlbum(ctx.db, accountId, albumId))
}

/** Takes photos out of an album, not out of the library (PL-168); what is not in it counts as done. */
export async function removePhotosFromAlbum(
  ctx: Context,
  accountId: string,
  albumId: string,
  removed: RemovedPhotos,
): Promise<Changed> {
  return change(ctx, async tx => {
    const album = await lockOwnAlbum(tx, accountId, albumId)
    const left = await removePhotos(tx, album, removed, changeTime(ctx, album))
    if (left.length > 0) {
      await publishAlbumPhotosChange(ctx, tx, accountId, albumId, left, 'removed')
      await publishAlbumChange(ctx, tx, accountId, [albumId], 'updated')
    }
    return { moved: left.length, photosCount: album.photos - left.length }
  })
}

async function publishAdded(
  ctx: Context,
  tx: Tx,
  album: AlbumRow,
  photoIds: readonly string[],
): Promise<void> {
  await publishAlbumPhotosChange(ctx, tx, album.account_id, album.album_id, photoIds, 'added')
  await publishAlbumChange(ctx, tx, album.account_id, [album.album_id], 'updated')
}

/** The caller's album, locked, to be changed: a shared one is only looked at (PL-093, OP-17). */
async function lockOwnAlbum(tx: Tx, accountId: string, albumId: string): Promise<AlbumRow> {
  return refuseShared(await lockAlbum(tx, accountId, albumId))
}

function refuseShared(album: AlbumRow | undefined): AlbumRow {
  if (!album) throw notFound('Album')
  if (album.shared) throw new Failure('forbidden', 'Shared albums cannot be changed')
  return album
}

/** Never before the change before it, whatever the clock of another process said. */
export function changeTime(ctx: Context, album: AlbumRow): Date {
  const now = ctx.clock.now()
  return now > album.updated_at ? now : album.updated_at
}
