import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../context.ts'

/** Names of the albums of each of these photos, sorted by name; photos in none are missing. */
export type AlbumNamesOf = (photoIds: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>

/**
 * Reads the names of the caller's albums once, for any number of lists of photos (in the bin or not): a list costs what
 * its photos cost, however many albums there are. Albums of others, and those created later, are not named.
 */
export async function readAlbumNames(db: Reader, accountId: string): Promise<AlbumNamesOf> {
  const albums = await db
    .selectFrom('albums')
    .select(['album_id', 'name'])
    .where('account_id', '=', accountId)
    .orderBy('name_sort')
    .orderBy('album_id')
    .execute()
  const ranks = new Map(albums.map(({ album_id }, rank) => [album_id, rank]))
  const namesOf = (albumIds: readonly string[]) =>
    albumIds
      .flatMap(id => ranks.get(id) ?? [])
      .sort((a, b) => a - b)
      .map(rank => albums[rank]!.name)
  return async photoIds => {
    if (albums.length === 0) return new Map()
    const rows = await listAlbumIds(db, accountId, photoIds)
    return new Map(rows.map(row => [row.photo_id, namesOf(row.album_ids)]))
  }
}

/** Filters by the columns of one key and no others (see membership.ts): with the album's account, all albums were read. */
function listAlbumIds(
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
