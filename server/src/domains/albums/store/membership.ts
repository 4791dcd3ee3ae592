import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../context.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import { selectActiveCustomers } from '../../customers/index.ts'
import { selectPhotoSortValues } from '../../photos/index.ts'
import { type AlbumKey, type AlbumRow, listDistinctAccountIds, toAlbumKey } from './albums.ts'

/** Number and bytes of the photos added to an album. */
interface AddedPhotos {
  photos: number
  size: number
}

/*
 * Statements with a list of ids filter by the columns of one index only: otherwise a database without statistics (the
 * embedded one) reads a whole album through a partial index instead of looking up each id.
 */

/**
 * Adds photos of the album's owner to a locked album, in the order of their date taken; photos that are in it already
 * keep their positions. The caller has locked the photos. Returns how many were added.
 */
export async function addPhotos(
  tx: Tx,
  album: AlbumRow,
  photoIds: readonly string[],
  at: Date,
): Promise<number> {
  const { rows } = await sql<AddedPhotos>`
    with photo as ${selectPhotoSortValues(tx.db)},
    candidate as (
      select photo_id, taken_sort, taken_unknown, size,
        row_number() over (order by taken_sort, photo_id)::int - 1 as n
      from photo
      where account_id = ${album.account_id} and photo_id = any(${photoIds}::uuid[])
    ), added as (
      insert into album_photos
        (account_id, album_id, owner_id, photo_id, position, added_at, taken_sort, taken_unknown, size)
      select ${album.account_id}, ${album.album_id}::uuid, ${album.account_id}, photo_id,
        ${album.next_position}::int + n, ${at}::timestamptz, taken_sort, taken_unknown, size
      from candidate
      on conflict (account_id, album_id, photo_id) do nothing
      returning size
    )
    select count(*)::int as photos, coalesce(sum(size), 0)::float8 as size from added`.execute(tx.db)
  const addedPhotos = rows[0]!
  if (addedPhotos.photos === 0) return 0
  await updateRows(tx.db, 'albums', toAlbumKey(album), {
    photos: sql<number>`photos + ${addedPhotos.photos}::int`,
    size: sql<number>`size + ${addedPhotos.size}::bigint`,
    next_position: sql<number>`next_position + ${photoIds.length}::int`,
    updated_at: at,
  })
  await updateCovers(tx, [album])
  return addedPhotos.photos
}

/** Photos to remove from an album: the listed ones, or all except the listed ones. */
export type RemovedPhotos = { photoIds: readonly string[] } | { allExcept: readonly string[] }

/** Removes photos from a locked album; photos in the bin stay, so that they can be restored to it. Returns the removed ids. */
export async function removePhotos(
  tx: Tx,
  album: AlbumRow,
  removedPhotos: RemovedPhotos,
  at: Date,
): Promise<string[]> {
  const albumPhotos = tx.db
    .selectFrom('album_photos')
    .select(['photo_id', 'size', 'in_bin'])
    .where('account_id', '=', album.account_id)
    .where('album_id', '=', album.album_id)
  const candidates =
    'photoIds' in removedPhotos
      ? albumPhotos.where(sql<SqlBool>`photo_id = any(${removedPhotos.photoIds}::uuid[])`)
      : albumPhotos
  const excludedIds = new Set('allExcept' in removedPhotos ? removedPhotos.allExcept : [])
  const removedRows = (await candidates.execute()).filter(
    row => !row.in_bin && !excludedIds.has(row.photo_id),
  )
  if (removedRows.length === 0) return []
  const photoIds = removedRows.map(row => row.photo_id)
  await tx.db
    .deleteFrom('album_photos')
    .where('account_id', '=', album.account_id)
    .where('album_id', '=', album.album_id)
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)
    .execute()
  const size = removedRows.reduce((sum, row) => sum + Number(row.size), 0)
  await updateRows(tx.db, 'albums', toAlbumKey(album), {
    photos: sql<number>`photos - ${removedRows.length}::int`,
    size: sql<number>`size - ${size}::bigint`,
    updated_at: at,
  })
  if (album.chosen_cover_id && photoIds.includes(album.chosen_cover_id))
    await updateRows(tx.db, 'albums', toAlbumKey(album), { chosen_cover_id: null })
  await updateCovers(tx, [album])
  return photoIds
}

/** Copies the changed sort values of an owner's locked photos to the albums that contain them, which the caller has locked. */
export async function copySortValues(
  tx: Tx,
  albums: readonly AlbumKey[],
  ownerId: string,
  photoIds: readonly string[],
): Promise<void> {
  const rows = await selectPhotoSortValues(tx.db)
    .where('account_id', '=', ownerId)
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)
    .execute()
  for (const accountId of listDistinctAccountIds(albums))
    await sql`
      update album_photos p set taken_sort = c.taken_sort, taken_unknown = c.taken_unknown
      from unnest(
        ${rows.map(row => row.photo_id)}::uuid[], ${rows.map(row => row.taken_sort)}::timestamp[],
        ${rows.map(row => row.taken_unknown)}::boolean[]
      ) as c (photo_id, taken_sort, taken_unknown)
      where p.account_id = ${accountId} and p.owner_id = ${ownerId} and p.photo_id = c.photo_id`.execute(
      tx.db,
    )
}

/**
 * Marks photos as in the bin or restored, and updates counts, sizes and covers of their albums, which the caller has locked.
 * Albums of others do not show a photo that is restored while its owner's account is being closed.
 */
export async function setPhotosInBin(
  tx: Tx,
  albums: readonly AlbumKey[],
  ownerId: string,
  photoIds: readonly string[],
  inBin: boolean,
): Promise<void> {
  const sign = sql.raw(inBin ? '-' : '+')
  const accountIds = listDistinctAccountIds(albums)
  const isShown = inBin || accountIds.every(id => id === ownerId) || (await isAccountOpen(tx, ownerId))
  for (const accountId of isShown ? accountIds : accountIds.filter(id => id === ownerId))
    await sql`
      with moved as (
        update album_photos set in_bin = ${inBin}
        where account_id = ${accountId} and owner_id = ${ownerId} and photo_id = any(${photoIds}::uuid[])
          and in_bin <> ${inBin}
        returning album_id, size
      ), summed as (
        select album_id, count(*)::int as photos, sum(size)::bigint as size from moved group by album_id
      )
      update albums a set photos = a.photos ${sign} summed.photos, size = a.size ${sign} summed.size
      from summed where a.account_id = ${accountId} and a.album_id = summed.album_id`.execute(tx.db)
  await updateCovers(tx, albums)
}

async function isAccountOpen(tx: Tx, accountId: string): Promise<boolean> {
  const customer = await selectActiveCustomers(tx.db)
    .select('customers.account_id')
    .where('customers.account_id', '=', accountId)
    .executeTakeFirst()
  return customer !== undefined
}

/** Deletes photos that are being erased from locked albums. They were in the bin, so counts do not change. */
export async function deletePhotos(
  tx: Tx,
  albums: readonly AlbumKey[],
  ownerId: string,
  photoIds: readonly string[],
): Promise<void> {
  for (const accountId of listDistinctAccountIds(albums))
    await sql`
      with deleted as (
        delete from album_photos
        where account_id = ${accountId} and owner_id = ${ownerId} and photo_id = any(${photoIds}::uuid[])
        returning album_id, photo_id
      )
      update albums a set chosen_cover_id = null
      from deleted d
      where a.account_id = ${accountId} and a.album_id = d.album_id and a.chosen_cover_id = d.photo_id`.execute(
      tx.db,
    )
}

/** Recomputes covers: the chosen photo if the album shows it, else the shown photo with the lowest position, else null. */
export async function updateCovers(tx: Tx, albums: readonly AlbumKey[]): Promise<void> {
  for (const [accountId, keys] of Map.groupBy(albums, album => album.account_id))
    await sql`
      update albums a set cover_photo_id = coalesce(
        (select case when m.in_bin then null else m.photo_id end from album_photos m
          where m.account_id = a.account_id and m.album_id = a.album_id and m.photo_id = a.chosen_cover_id),
        (select m.photo_id from album_photos m
          where m.account_id = a.account_id and m.album_id = a.album_id and not m.in_bin
          order by m.position limit 1))
      where a.account_id = ${accountId} and a.album_id = any(${keys.map(key => key.album_id)}::uuid[])`.execute(
      tx.db,
    )
}
