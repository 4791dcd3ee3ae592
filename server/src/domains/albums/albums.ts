import { randomUUID } from 'node:crypto'
import { millisecondsInDay } from 'date-fns/constants'
import { type Context, change, type Tx } from '../../context.ts'
import { Failure, notFound, requireFound } from '../../http/failure.ts'
import { requireMatch } from '../../http/if-match.ts'
import { readRows } from '../../platform/db/read-rows.ts'
import { deleteRows, updateRows } from '../../platform/db/rows.ts'
import { lockPhotosForShare } from '../photos/index.ts'
import { sharedAlbumChanged } from './events.ts'
import { toNameSortKey } from './name-sort.ts'
import { publishAlbumChange, publishAlbumPhotosChange } from './notifications.ts'
import { lockChosenPhotos, type PhotoChoice } from './selection.ts'
import {
  type AlbumRow,
  deleteAlbumRows,
  findAlbum,
  insertAlbum,
  listAlbumsDeletedBefore,
  lockAlbum,
  setAlbumDeleted,
  toAlbumKey,
} from './store/albums.ts'
import { addPhotos, type RemovedPhotos, removePhotos, updateCovers } from './store/membership.ts'
import { findAlbumPhoto } from './store/photo-pages.ts'

/** Returns the caller's album; 404 alike for missing and foreign ones. */
export async function getAlbum(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  albumId: string,
): Promise<AlbumRow> {
  return requireFound(await findAlbum(ctx.db, accountId, albumId), 'Album')
}

/**
 * Creates an empty album. Idempotent with an id of the caller's choice: a repeated call creates nothing and gets
 * the same answer.
 */
export async function createAlbum(
  ctx: Context,
  accountId: string,
  { name, albumId = randomUUID() }: { name: string; albumId?: string | undefined },
): Promise<{ albumId: string; name: string }> {
  return change(ctx, async tx => {
    const key = { account_id: accountId, album_id: albumId }
    const isInserted = await insertAlbum(tx, {
      ...key,
      name,
      name_sort: toNameSortKey(name),
      at: ctx.clock.now(),
    })
    if (isInserted) await publishAlbumChange(ctx, tx, accountId, [albumId], 'added')
    else if ((await findAlbum(tx.db, accountId, albumId))?.name !== name)
      throw new Failure('conflict', 'This album id is used already')
    return { albumId, name }
  })
}

/**
 * Renames an album or chooses its cover; `coverPhotoId` null resets it to the first photo. Throws
 * precondition-failed when `ifMatch` names another name.
 */
export async function updateAlbum(
  ctx: Context,
  accountId: string,
  albumId: string,
  { name, coverPhotoId }: { name?: string | undefined; coverPhotoId?: string | null | undefined },
  ifMatch?: string,
): Promise<void> {
  await change(ctx, async tx => {
    const album = await lockOwnAlbum(tx, accountId, albumId)
    await requireMatch(ifMatch, { name: album.name })
    if (coverPhotoId && !(await findAlbumPhoto(tx.db, album, coverPhotoId))) throw notFound('Photo')
    await updateRows(tx.db, 'albums', toAlbumKey(album), {
      ...(name === undefined ? {} : { name, name_sort: toNameSortKey(name) }),
      ...(coverPhotoId === undefined ? {} : { chosen_cover_id: coverPhotoId }),
      updated_at: getChangeTime(ctx, album),
    })
    if (coverPhotoId !== undefined) await updateCovers(tx, [album])
    await publishAlbumChange(ctx, tx, accountId, [albumId], 'updated')
  })
}

/**
 * Deletes the album; its photos stay in their libraries. An album is hidden until it is restored or its days in
 * the bin are over; a shared one is deleted for all members, and cannot be restored.
 */
export async function deleteAlbum(ctx: Context, accountId: string, albumId: string): Promise<void> {
  await change(ctx, async tx => {
    const album = requireFound(await lockAlbum(tx, accountId, albumId), 'Album')
    if (album.shared) await deleteRows(tx.db, 'shared_album_owners', { album_id: albumId })
    if (album.shared || ctx.config.binDays === 0) await deleteAlbumRows(tx, album)
    else await setAlbumDeleted(tx, album, ctx.clock.now())
    await publishAlbumChange(ctx, tx, accountId, [albumId], 'removed')
    if (album.shared) await ctx.events.emit(tx, sharedAlbumChanged, { accountId, albumId, change: 'removed' })
  })
}

/** Shows a deleted album again as it was, less what left it since; again changes nothing. 404 for any other album. */
export async function restoreAlbum(ctx: Context, accountId: string, albumId: string): Promise<void> {
  await change(ctx, async tx => {
    const album = await lockAlbum(tx, accountId, albumId, { isDeleted: true })
    if (!album) {
      if (await findAlbum(tx.db, accountId, albumId)) return
      throw notFound('Album')
    }
    await setAlbumDeleted(tx, album, null)
    await publishAlbumChange(ctx, tx, accountId, [albumId], 'added')
  })
}

/** Deletes the albums whose days in the bin are over. */
export async function cleanUpAlbums(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - ctx.config.binDays * millisecondsInDay)
  const keys = readRows(CLEAN_UP_BATCH, (_: unknown, limit: number) =>
    listAlbumsDeletedBefore(ctx.db, before, limit),
  )
  for await (const { account_id, album_id } of keys)
    await change(ctx, async tx => {
      const album = await lockAlbum(tx, account_id, album_id, { isDeleted: true })
      if (album?.deleted_at && album.deleted_at < before) await deleteAlbumRows(tx, album)
    })
}

const CLEAN_UP_BATCH = 500

/** Number of photos that were added or removed, and number that the album shows afterwards. */
export interface AlbumChange {
  changedCount: number
  photosCount: number
}

/**
 * Adds photos to an album, each once, in one transaction. Listed photos must all be in the caller's library, else
 * 404 and nothing is added; a selection by rule adds the photos that it matches.
 */
export async function addPhotosToAlbum(
  ctx: Context,
  accountId: string,
  albumId: string,
  photoChoice: PhotoChoice,
): Promise<AlbumChange> {
  return change(ctx, async tx => {
    requireEditable(await findAlbum(tx.db, accountId, albumId))
    // Locks photos before albums, as every transaction does, so that two never deadlock.
    const photoIds = await lockChosenPhotos(tx, accountId, photoChoice, ctx.clock.now())
    const album = await lockOwnAlbum(tx, accountId, albumId)
    const changedCount = await addPhotos(tx, album, photoIds, getChangeTime(ctx, album))
    if (changedCount > 0) await publishAddedPhotos(ctx, tx, album, photoIds)
    return { changedCount, photosCount: album.photos + changedCount }
  })
}

/**
 * Adds uploaded photos to the album they were sent to, in the upload's transaction. Does nothing if the album was deleted
 * in the meantime: the photos are in the library.
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
  if ((await addPhotos(tx, album, photoIds, getChangeTime(ctx, album))) > 0)
    await publishAddedPhotos(ctx, tx, album, photoIds)
}

/** An album of another system with its photos. */
export interface ImportedAlbum {
  albumId: string
  name: string
  /** Null: now. */
  createdAt: Date | null
  photoIds: readonly string[]
  coverPhotoId: string | null
}

/**
 * Creates an album with its photos in the caller's transaction; photos that are not in the library are skipped. With
 * `alreadyCreated` an earlier call created it: photos are added if it still exists, and nothing else changes.
 */
export async function importAlbum(
  ctx: Context,
  tx: Tx,
  accountId: string,
  { albumId, name, createdAt, photoIds, coverPhotoId }: ImportedAlbum,
  { alreadyCreated }: { alreadyCreated: boolean },
): Promise<void> {
  const availableIds = await lockPhotosForShare(tx, accountId, photoIds)
  if (!alreadyCreated) {
    const at = createdAt ?? ctx.clock.now()
    await insertAlbum(tx, {
      account_id: accountId,
      album_id: albumId,
      name,
      name_sort: toNameSortKey(name),
      at,
    })
    await publishAlbumChange(ctx, tx, accountId, [albumId], 'added')
  }
  const album = await lockAlbum(tx, accountId, albumId)
  if (!album || album.shared) return
  if (!alreadyCreated && coverPhotoId && availableIds.includes(coverPhotoId))
    await updateRows(tx.db, 'albums', toAlbumKey(album), { chosen_cover_id: coverPhotoId })
  if (availableIds.length > 0 && (await addPhotos(tx, album, availableIds, getChangeTime(ctx, album))) > 0)
    await publishAddedPhotos(ctx, tx, album, availableIds)
}

/** Checks before an upload starts that the caller may add to the album: 404 if missing, 403 if shared. */
export async function checkUploadAlbum(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  albumId: string,
): Promise<void> {
  requireEditable(await findAlbum(ctx.db, accountId, albumId))
}

/** Removes photos from an album, not from the library; photos that are not in it count as done. */
export async function removePhotosFromAlbum(
  ctx: Context,
  accountId: string,
  albumId: string,
  removedPhotos: RemovedPhotos,
): Promise<AlbumChange> {
  return change(ctx, async tx => {
    const album = await lockOwnAlbum(tx, accountId, albumId)
    const removedIds = await removePhotos(tx, album, removedPhotos, getChangeTime(ctx, album))
    if (removedIds.length > 0) {
      await publishAlbumPhotosChange(ctx, tx, accountId, albumId, removedIds, 'removed')
      await publishAlbumChange(ctx, tx, accountId, [albumId], 'updated')
    }
    return { changedCount: removedIds.length, photosCount: album.photos - removedIds.length }
  })
}

async function publishAddedPhotos(
  ctx: Context,
  tx: Tx,
  album: AlbumRow,
  photoIds: readonly string[],
): Promise<void> {
  await publishAlbumPhotosChange(ctx, tx, album.account_id, album.album_id, photoIds, 'added')
  await publishAlbumChange(ctx, tx, album.account_id, [album.album_id], 'updated')
}

/** Locks the caller's album for a change; shared albums are read-only. */
async function lockOwnAlbum(tx: Tx, accountId: string, albumId: string): Promise<AlbumRow> {
  return requireEditable(await lockAlbum(tx, accountId, albumId))
}

function requireEditable(album: AlbumRow | undefined): AlbumRow {
  if (!album) throw notFound('Album')
  if (album.shared) throw new Failure('forbidden', 'Shared albums cannot be changed')
  return album
}

/** Time of a change: never earlier than the previous change, even if the clocks of processes differ. */
export function getChangeTime(ctx: Context, album: AlbumRow): Date {
  const now = ctx.clock.now()
  return now > album.updated_at ? now : album.updated_at
}
