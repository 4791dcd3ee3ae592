import type { Context, Tx } from '../../context.ts'
import { changeTime } from './albums.ts'
import { nameSort } from './name-sort.ts'
import { publishAlbumChange, publishSharedAlbumChange } from './notifications.ts'
import { type AlbumKey, type AlbumRow, insertAlbum, lockAlbum, updateAlbumRow } from './store/albums.ts'
import { updateCovers } from './store/membership.ts'
import {
  addSharedPhotos,
  findSharedAlbum,
  recountAlbum,
  removeOtherPhotos,
  removePhotosOfOwner,
  type SharedPhoto,
} from './store/shared-albums.ts'

/** A shared album as its source has it. `photos` in order of arrival, held by the transaction, of any libraries. */
export interface SharedContent {
  name: string
  createdAt: Date
  photos: readonly SharedPhoto[]
  coverPhotoId: string | null
}

/**
 * Makes a shared album, or makes it equal to what is given; photos that are in it already keep their places. 'taken'
 * when the id is used by an album that is not shared, or by a shared one of somebody else: nothing is changed then.
 */
export async function upsertSharedAlbum(
  ctx: Context,
  tx: Tx,
  key: AlbumKey,
  content: SharedContent,
): Promise<'created' | 'updated' | 'unchanged' | 'taken'> {
  const { account_id: accountId, album_id: albumId } = key
  const { name, createdAt, coverPhotoId } = content
  const shared = await findSharedAlbum(tx.db, albumId)
  const before = await lockAlbum(tx, accountId, albumId)
  if (shared ? shared.account_id !== accountId : before) return 'taken'
  if (!before) {
    const row = { ...key, name, name_sort: nameSort(name), at: createdAt, shared: true }
    if (!(await insertAlbum(tx, row))) return 'taken'
  }
  const added = await addSharedPhotos(tx, key, before?.next_position ?? 1, content.photos)
  const removed = before ? await removeOtherPhotos(tx, key, content.photos) : []
  const same =
    before?.name === name &&
    before.chosen_cover_id === coverPhotoId &&
    before.created_at.getTime() === createdAt.getTime()
  if (same && added.length + removed.length === 0) return 'unchanged'
  const lastAdded = Math.max(createdAt.getTime(), ...content.photos.map(photo => photo.addedAt.getTime()))
  await updateAlbumRow(tx, key, {
    name,
    name_sort: nameSort(name),
    chosen_cover_id: coverPhotoId,
    created_at: createdAt,
    updated_at: before ? changeTime(ctx, before) : new Date(lastAdded),
  })
  await recountAlbum(tx, key)
  await updateCovers(tx, [key])
  await publishAlbumChange(ctx, tx, accountId, [albumId], before ? 'updated' : 'added')
  if (removed.length > 0)
    await publishSharedAlbumChange(ctx, tx, key, { photoIds: removed, change: 'removed' })
  await publishSharedAlbumChange(ctx, tx, key, { photoIds: added, change: 'added' })
  return before ? 'updated' : 'created'
}

/** Takes all photos of one library out of a locked shared album, also those in the bin: they do not come back (OP-17). */
export async function removeOwnerPhotos(
  ctx: Context,
  tx: Tx,
  album: AlbumRow,
  ownerId: string,
): Promise<void> {
  const gone = await removePhotosOfOwner(tx, album, ownerId)
  const coverLeft = gone.some(row => row.photo_id === album.chosen_cover_id)
  await updateAlbumRow(tx, album, {
    ...(coverLeft ? { chosen_cover_id: null } : {}),
    updated_at: changeTime(ctx, album),
  })
  await recountAlbum(tx, album)
  await updateCovers(tx, [album])
  await publishAlbumChange(ctx, tx, album.account_id, [album.album_id], 'updated')
  const photoIds = gone.filter(row => !row.in_bin).map(row => row.photo_id)
  await publishSharedAlbumChange(ctx, tx, album, { photoIds, change: 'removed' })
}
