import type { Context, Tx } from '../../context.ts'
import { updateRows } from '../../platform/db/rows.ts'
import { getChangeTime } from './albums.ts'
import { toNameSortKey } from './name-sort.ts'
import { publishAlbumChange, publishSharedAlbumChange } from './notifications.ts'
import { listAlbumsOfOthers } from './store/account-rows.ts'
import { type AlbumKey, type AlbumRow, insertAlbum, lockAlbum, toAlbumKey } from './store/albums.ts'
import { updateCovers } from './store/membership.ts'
import {
  addSharedPhotos,
  findSharedAlbumOwner,
  hidePhotosOfOwner,
  insertSharedAlbumOwner,
  recountAlbum,
  removeOtherPhotos,
  removePhotosOfOwner,
  type SharedPhoto,
  showPhotosOfOwner,
} from './store/shared-albums.ts'

/** Content of a shared album. `photos`: from any libraries, in the order they were added, locked by the transaction. */
export interface SharedContent {
  name: string
  createdAt: Date
  photos: readonly SharedPhoto[]
  coverPhotoId: string | null
}

/**
 * Creates a shared album or updates it to the given content; photos that are in it already keep their positions. 'taken'
 * (and no change) when the id belongs to an album that is not shared or to another owner's shared album.
 */
export async function upsertSharedAlbum(
  ctx: Context,
  tx: Tx,
  key: AlbumKey,
  content: SharedContent,
): Promise<'created' | 'updated' | 'unchanged' | 'taken'> {
  const { account_id: accountId, album_id: albumId } = key
  const { name, createdAt, coverPhotoId } = content
  const ownerId = await findSharedAlbumOwner(tx.db, albumId)
  const existingAlbum = await lockAlbum(tx, accountId, albumId)
  if (ownerId === undefined ? existingAlbum : ownerId !== accountId) return 'taken'
  if (!existingAlbum) {
    const row = { ...key, name, name_sort: toNameSortKey(name), at: createdAt, shared: true }
    if (!(await insertSharedAlbumOwner(tx, key)) || !(await insertAlbum(tx, row))) return 'taken'
  }
  const addedIds = await addSharedPhotos(tx, key, existingAlbum?.next_position ?? 1, content.photos)
  const removedIds = existingAlbum ? await removeOtherPhotos(tx, key, content.photos) : []
  const isUnchanged =
    existingAlbum?.name === name &&
    existingAlbum.chosen_cover_id === coverPhotoId &&
    existingAlbum.created_at.getTime() === createdAt.getTime()
  if (isUnchanged && addedIds.length + removedIds.length === 0) return 'unchanged'
  const lastAddedAt = Math.max(createdAt.getTime(), ...content.photos.map(photo => photo.addedAt.getTime()))
  await updateRows(tx.db, 'albums', toAlbumKey(key), {
    name,
    name_sort: toNameSortKey(name),
    chosen_cover_id: coverPhotoId,
    created_at: createdAt,
    updated_at: existingAlbum ? getChangeTime(ctx, existingAlbum) : new Date(lastAddedAt),
  })
  await recountAlbum(tx, key)
  await updateCovers(tx, [key])
  await publishAlbumChange(ctx, tx, accountId, [albumId], existingAlbum ? 'updated' : 'added')
  if (removedIds.length > 0)
    await publishSharedAlbumChange(ctx, tx, key, { photoIds: removedIds, change: 'removed' })
  await publishSharedAlbumChange(ctx, tx, key, { photoIds: addedIds, change: 'added' })
  return existingAlbum ? 'updated' : 'created'
}

/** Removes all photos of one library from a locked shared album, also photos in the bin, which are not restored to it. */
export async function removeOwnerPhotos(
  ctx: Context,
  tx: Tx,
  album: AlbumRow,
  ownerId: string,
): Promise<void> {
  const removedPhotos = await removePhotosOfOwner(tx, album, ownerId)
  const removesCover = removedPhotos.some(row => row.photo_id === album.chosen_cover_id)
  await updateRows(tx.db, 'albums', toAlbumKey(album), {
    ...(removesCover ? { chosen_cover_id: null } : {}),
    updated_at: getChangeTime(ctx, album),
  })
  await recountAlbum(tx, album)
  await updateCovers(tx, [album])
  await publishAlbumChange(ctx, tx, album.account_id, [album.album_id], 'updated')
  const photoIds = removedPhotos.filter(row => !row.in_bin).map(row => row.photo_id)
  await publishSharedAlbumChange(ctx, tx, album, { photoIds, change: 'removed' })
}

/**
 * Removes a closed account's photos from shared albums of others, where they keep their positions: they disappear from views,
 * counts and covers; adds those of a reopened account again. The transaction has closed or reopened the account.
 */
export async function changeContributedPhotos(
  ctx: Context,
  tx: Tx,
  ownerId: string,
  change: 'added' | 'removed',
): Promise<void> {
  const update = change === 'removed' ? hidePhotosOfOwner : showPhotosOfOwner
  for (const { account_id, album_id } of await listAlbumsOfOthers(tx.db, ownerId)) {
    const album = await lockAlbum(tx, account_id, album_id)
    const photoIds = album ? await update(tx, album, ownerId) : []
    if (!album || photoIds.length === 0) continue
    await recountAlbum(tx, album)
    await updateCovers(tx, [album])
    await publishAlbumChange(ctx, tx, account_id, [album_id], 'updated')
    await publishSharedAlbumChange(ctx, tx, album, { photoIds, change })
  }
}
