import { type SqlBool, sql } from 'kysely'
import { acrossAccounts } from '#server/platform/db/across-accounts.ts'
import type { Reader, Tx } from '../../../context.ts'
import { deleteRowsReturning, findRow, updateRows } from '../../../platform/db/rows.ts'
import { selectPhotoSortValues } from '../../photos/index.ts'
import { type AlbumRow, toAlbumKey } from './albums.ts'

export interface CopyInAlbum {
  photo_id: string
  position: number
  added_at: Date
}

/** Finds the copy with the lowest position of an album that does not contain the photo itself. */
export async function findFirstCopy(
  tx: Tx,
  album: AlbumRow,
  photoId: string,
  copyIds: readonly string[],
): Promise<CopyInAlbum | undefined> {
  const rows = await tx.db
    .selectFrom('album_photos')
    .select(['photo_id', 'position', 'added_at'])
    .where('account_id', '=', album.account_id)
    .where('album_id', '=', album.album_id)
    .where(sql<SqlBool>`photo_id = any(${[photoId, ...copyIds]}::uuid[])`)
    .orderBy('position')
    .execute()
  return rows.some(row => row.photo_id === photoId) ? undefined : rows[0]
}

/** Gives a photo the position of a copy that is in the bin, which gets a new position at the end. */
export async function insertAtPosition(
  tx: Tx,
  album: AlbumRow,
  photoId: string,
  copy: CopyInAlbum,
  at: Date,
): Promise<void> {
  await updatePosition(tx, album, copy.photo_id, album.next_position)
  await sql`
    with photo as ${selectPhotoSortValues(tx.db)},
    added as (
      insert into album_photos
        (account_id, album_id, owner_id, photo_id, position, added_at, taken_sort, taken_unknown, size)
      select ${album.account_id}, ${album.album_id}::uuid, ${album.account_id}, photo_id, ${copy.position}::int,
        ${copy.added_at}::timestamptz, taken_sort, taken_unknown, size
      from photo where account_id = ${album.account_id} and photo_id = ${photoId}::uuid
      returning size
    )
    update albums set photos = photos + 1, size = albums.size + (select size from added),
      next_position = next_position + 1, updated_at = ${at}::timestamptz
    where account_id = ${album.account_id} and album_id = ${album.album_id}::uuid`.execute(tx.db)
}

/**
 * Removes a photo that still has this position; returns whether it had. A copy of it may have the position again.
 */
export async function deleteAtPosition(
  tx: Tx,
  album: AlbumRow,
  photoId: string,
  position: number,
): Promise<boolean> {
  const key = { ...toAlbumKey(album), photo_id: photoId, position }
  const [row] = await deleteRowsReturning(tx.db, 'album_photos', key)
  if (row && !row.in_bin)
    await updateRows(tx.db, 'albums', toAlbumKey(album), {
      photos: sql<number>`photos - 1`,
      size: sql<number>`size - ${row.size}::bigint`,
    })
  return row !== undefined
}

/** Moves a photo to a position unless another photo has it. */
export async function restorePosition(tx: Tx, album: AlbumRow, photoId: string, position: number) {
  const occupied = await findRow(tx.db, 'album_photos', { ...toAlbumKey(album), position }, ['photo_id'])
  if (!occupied) await updatePosition(tx, album, photoId, position)
}

async function updatePosition(tx: Tx, album: AlbumRow, photoId: string, position: number): Promise<void> {
  await updateRows(tx.db, 'album_photos', { ...toAlbumKey(album), photo_id: photoId }, { position })
}

/** Filters photos to those in shared albums, own or of others. */
export async function listPhotosInSharedAlbums(
  db: Reader,
  ownerId: string,
  photoIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('album_photos')
    .innerJoin('albums', join =>
      join
        .onRef('albums.account_id', '=', 'album_photos.account_id')
        .onRef('albums.album_id', '=', 'album_photos.album_id'),
    )
    .select('album_photos.photo_id')
    .distinct()
    .where('album_photos.owner_id', '=', ownerId)
    .where('albums.shared', '=', true)
    .where(sql<SqlBool>`album_photos.photo_id = any(${photoIds}::uuid[])`)
    .modifyEnd(acrossAccounts('photos can be in shared albums of others'))
    .execute()
  return rows.map(row => row.photo_id)
}
