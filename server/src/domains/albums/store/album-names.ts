import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../context.ts'
import { listColumns } from '../../../platform/db/rows.ts'

/** Loads the names of the albums of each of these photos, sorted by name; photos without an album are missing. */
export type AlbumNamesLoader = (
  photoIds: readonly string[],
) => Promise<ReadonlyMap<string, readonly string[]>>

/**
 * Reads the names of the caller's albums once, for any number of lists of photos (in the bin or not), so that the cost of a
 * list does not depend on the number of albums. Albums of other owners and albums created later are not named.
 */
export async function createAlbumNamesLoader(db: Reader, accountId: string): Promise<AlbumNamesLoader> {
  const albums = await listAlbumNames(db, accountId)
  const ranks = new Map(albums.map(({ album_id }, rank) => [album_id, rank]))
  const toSortedNames = (albumIds: readonly string[]) =>
    albumIds
      .flatMap(id => ranks.get(id) ?? [])
      .sort((a, b) => a - b)
      .map(rank => albums[rank]!.name)
  return async photoIds => {
    if (albums.length === 0) return new Map()
    const rows = await listAlbumIds(db, accountId, photoIds)
    return new Map(rows.map(row => [row.photo_id, toSortedNames(row.album_ids)]))
  }
}

/** Lists the names of the caller's albums that contain any of these photos, sorted; one for each album. */
export async function listNamesOfAlbums(
  db: Reader,
  accountId: string,
  photoIds: readonly string[],
): Promise<string[]> {
  const memberships = await db
    .selectFrom('album_photos')
    .select('album_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('owner_id', '=', accountId)
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)
    .execute()
  if (memberships.length === 0) return []
  const albums = await db
    .selectFrom('albums')
    .select('name')
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`album_id = any(${memberships.map(({ album_id }) => album_id)}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('name_sort')
    .orderBy('album_id')
    .execute()
  return albums.map(({ name }) => name)
}

/**
 * Lists ids of the account's own albums of each of these photos. Filters by the columns of one index only (see membership.ts):
 * with `album_id` the database would read all albums.
 */
export function listAlbumIds(
  db: Reader,
  accountId: string,
  photoIds: readonly string[],
): Promise<{ photo_id: string; album_ids: string[] }[]> {
  return db
    .selectFrom('album_photos')
    .select(['photo_id', sql<string[]>`array_agg(album_id::text)`.as('album_ids')])
    .where('account_id', '=', accountId)
    .where('owner_id', '=', accountId)
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)
    .groupBy('photo_id')
    .execute()
}

/** Lists ids and names of the caller's albums, sorted by name. */
export function listAlbumNames(db: Reader, accountId: string): Promise<{ album_id: string; name: string }[]> {
  const key = { account_id: accountId, deleted_at: null }
  return listColumns(db, 'albums', key, ['album_id', 'name'], 'name_sort', 'album_id')
}
