import { type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { cutPage } from '../../../platform/db/cut-page.ts'
import {
  deleteRowsReturning,
  listValues,
  updateRows,
  updateRowsReturning,
  upsertRowIf,
} from '../../../platform/db/rows.ts'
import { selectActiveCustomers } from '../../customers/index.ts'
import { selectPhotoSortValues } from '../../photos/index.ts'
import type { AlbumCursor } from '../cursors.ts'
import { type AlbumKey, type AlbumRow, listDistinctAccountIds } from './albums.ts'

/* Shared albums are stored in the same tables as other albums. Their participants belong to the shared-albums domain. */

/** Query fragment: owners of shared albums, by album id. */
export const selectSharedAlbumOwners = (db: Reader) => db.selectFrom('shared_album_owners')

/** Finds the owner of the shared album, whose account may be closed. */
export async function findSharedAlbumOwner(db: Reader, albumId: string): Promise<string | undefined> {
  const row = await selectSharedAlbumOwners(db)
    .select('account_id')
    .where('album_id', '=', albumId)
    .executeTakeFirst()
  return row?.account_id
}

/** Inserts the album into the directory; false when another account has a shared album of this id. */
export function insertSharedAlbumOwner(tx: Tx, { account_id, album_id }: AlbumKey): Promise<boolean> {
  const row = { account_id, album_id }
  return upsertRowIf(tx.db, 'shared_album_owners', ['album_id'], row, { account_id })
}

/** Finds the shared album, unless its owner's account is closed. */
export function findSharedAlbum(
  db: Reader,
  { account_id, album_id }: AlbumKey,
): Promise<AlbumRow | undefined> {
  return selectSharedAlbums(db)
    .where('account_id', '=', account_id)
    .where('album_id', '=', album_id)
    .executeTakeFirst()
}

/** Lists one page of these shared albums, newest first; one extra row is read to find the end. */
export async function listSharedAlbums(
  db: Reader,
  albums: readonly AlbumKey[],
  cursor: AlbumCursor | null,
  limit: number,
): Promise<{ rows: AlbumRow[]; next: AlbumCursor | null }> {
  const rows = await selectSharedAlbums(db)
    .where(sql<SqlBool>`account_id = any(${listDistinctAccountIds(albums)}::text[])`)
    .where(sql<SqlBool>`album_id = any(${toAlbumIds(albums)}::uuid[])`)
    .$if(cursor !== null, q =>
      q.where(sql<SqlBool>`(created_at, album_id) < (${cursor![0]}::timestamptz, ${cursor![1]}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('album_id', 'desc')
    .limit(limit + 1)
    .execute()
  return cutPage(rows, limit, last => [last.created_at.toISOString(), last.album_id])
}

/**
 * Returns the number of shared albums of an owner; earliest creation and latest change of the owner's and the given
 * albums.
 */
export async function summarizeSharedAlbums(
  db: Reader,
  ownerId: string,
  albums: readonly AlbumKey[],
): Promise<{ granted: number; created: Date | null; updated: Date | null }> {
  return db
    .selectFrom('albums')
    .select(sql<number>`(count(*) filter (where account_id = ${ownerId}))::int`.as('granted'))
    .select(sql<Date | null>`min(created_at)`.as('created'))
    .select(sql<Date | null>`max(updated_at)`.as('updated'))
    .where(sql<SqlBool>`shared`)
    .where(sql<SqlBool>`account_id = any(${[ownerId, ...listDistinctAccountIds(albums)]}::text[])`)
    .where(sql<SqlBool>`(account_id = ${ownerId} or album_id = any(${toAlbumIds(albums)}::uuid[]))`)
    .where(({ exists }) => exists(selectActiveOwner(db)))
    .executeTakeFirstOrThrow()
}

const toAlbumIds = (albums: readonly AlbumKey[]) => albums.map(album => album.album_id)

/** Query fragment: shared albums whose owners' accounts are open. */
const selectSharedAlbums = (db: Reader) =>
  db
    .selectFrom('albums')
    .selectAll()
    .where(sql<SqlBool>`shared`)
    .where(({ exists }) => exists(selectActiveOwner(db)))

const selectActiveOwner = (db: Reader) =>
  selectActiveCustomers(db)
    .select('customers.account_id')
    .where(sql<SqlBool>`customers.account_id = albums.account_id`)

/** A photo to add to a shared album; it may be in the library of any member. */
export interface SharedPhoto {
  ownerId: string
  photoId: string
  addedAt: Date
}

/** Adds photos that are not in the album yet, in the given order. Returns the ids of the added photos. */
export async function addSharedPhotos(
  tx: Tx,
  { account_id, album_id }: AlbumKey,
  nextPosition: number,
  photos: readonly SharedPhoto[],
): Promise<string[]> {
  const values = await selectPhotoSortValues(tx.db)
    .where(sql<SqlBool>`account_id = any(${[...new Set(photos.map(photo => photo.ownerId))]}::text[])`)
    .where(sql<SqlBool>`photo_id = any(${photos.map(photo => photo.photoId)}::uuid[])`)
    .execute()
  const valuesByPhoto = new Map(values.map(row => [`${row.account_id}/${row.photo_id}`, row]))
  const entries = photos.flatMap(({ ownerId, photoId, addedAt }, n) => {
    const row = valuesByPhoto.get(`${ownerId}/${photoId}`)
    return row ? [{ ...row, added_at: addedAt.toISOString(), position: nextPosition + n }] : []
  })
  const { rows } = await sql<{ photo_id: string }>`
    insert into album_photos
      (account_id, album_id, owner_id, photo_id, position, added_at, taken_sort, taken_unknown, size, in_bin)
    select ${account_id}, ${album_id}::uuid, entry.*
    from unnest(
      ${entries.map(entry => entry.account_id)}::text[],
      ${entries.map(entry => entry.photo_id)}::uuid[],
      ${entries.map(entry => entry.position)}::int[],
      ${entries.map(entry => entry.added_at)}::timestamptz[],
      ${entries.map(entry => entry.taken_sort)}::timestamp[],
      ${entries.map(entry => entry.taken_unknown)}::boolean[],
      ${entries.map(entry => entry.size)}::bigint[],
      ${entries.map(entry => entry.deleted_at !== null)}::boolean[]
    ) as entry
    on conflict (account_id, album_id, photo_id) do nothing
    returning photo_id`.execute(tx.db)
  if (rows.length > 0)
    await updateRows(
      tx.db,
      'albums',
      { account_id, album_id },
      { next_position: nextPosition + photos.length },
    )
  return rows.map(row => row.photo_id)
}

/** Removes all photos except these. Returns the removed ids. */
export async function removeOtherPhotos(
  tx: Tx,
  { account_id, album_id }: AlbumKey,
  photos: readonly SharedPhoto[],
): Promise<string[]> {
  const rows = await tx.db
    .deleteFrom('album_photos')
    .where('account_id', '=', account_id)
    .where('album_id', '=', album_id)
    .where(sql<SqlBool>`photo_id <> all(${photos.map(photo => photo.photoId)}::uuid[])`)
    .returning('photo_id')
    .execute()
  return rows.map(row => row.photo_id)
}

/** Recounts number and size of the photos of a locked album. */
export async function recountAlbum(tx: Tx, { account_id, album_id }: AlbumKey): Promise<void> {
  await sql`
    update albums a set photos = c.photos, size = c.size
    from (
      select count(*)::int as photos, coalesce(sum(size), 0)::bigint as size from album_photos
      where account_id = ${account_id} and album_id = ${album_id}::uuid and not in_bin
    ) c
    where a.account_id = ${account_id} and a.album_id = ${album_id}::uuid`.execute(tx.db)
}

/** Removes all photos of one library from an album, including photos in the bin. */
export async function removePhotosOfOwner(
  tx: Tx,
  { account_id, album_id }: AlbumKey,
  ownerId: string,
): Promise<{ photo_id: string; in_bin: boolean }[]> {
  return deleteRowsReturning(tx.db, 'album_photos', { account_id, album_id, owner_id: ownerId })
}

/** Hides the photos of one library from an album. Returns the ids of the photos that it showed. */
export async function hidePhotosOfOwner(
  tx: Tx,
  { account_id, album_id }: AlbumKey,
  ownerId: string,
): Promise<string[]> {
  const key = { account_id, album_id, owner_id: ownerId, in_bin: false }
  const rows = await updateRowsReturning(tx.db, 'album_photos', key, { in_bin: true })
  return rows.map(row => row.photo_id)
}

/** Shows the photos of one library in an album again, except photos in its bin. Returns the ids of the shown photos. */
export async function showPhotosOfOwner(
  tx: Tx,
  { account_id, album_id }: AlbumKey,
  ownerId: string,
): Promise<string[]> {
  const hiddenPhotos = { account_id, album_id, owner_id: ownerId, in_bin: true }
  const hiddenIds = await listValues(tx.db, 'album_photos', hiddenPhotos, 'photo_id')
  const libraryRows = await selectPhotoSortValues(tx.db)
    .where('account_id', '=', ownerId)
    .where(sql<SqlBool>`photo_id = any(${hiddenIds}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()
  const rows = await tx.db
    .updateTable('album_photos')
    .set({ in_bin: false })
    .where('account_id', '=', account_id)
    .where('album_id', '=', album_id)
    .where('owner_id', '=', ownerId)
    .where(sql<SqlBool>`photo_id = any(${libraryRows.map(row => row.photo_id)}::uuid[])`)
    .returning('photo_id')
    .execute()
  return rows.map(row => row.photo_id)
}
