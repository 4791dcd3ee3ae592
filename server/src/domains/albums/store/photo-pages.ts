import { type SqlBool, sql } from 'kysely'
import type { SortKey, SortOrder } from '#contract/photos.ts'
import type { Reader, Tx } from '../../../context.ts'
import { cutPage } from '../../../platform/db/cut-page.ts'
import { selectEveryNthRow } from '../../../platform/db/every-nth-row.ts'
import { findPhotosOfAccounts, type PhotoRow } from '../../photos/index.ts'
import type { PhotoCursor } from '../cursors.ts'
import type { AlbumKey } from './albums.ts'

/** 'created' is the order in which photos were added to the album; the position breaks ties. */
export interface PhotoOrder {
  sortKey: SortKey
  sortOrder: SortOrder
}

export type AlbumPhotoRow = PhotoRow & { position: number; added_at: Date }

interface PhotoKey {
  owner_id: string
  photo_id: string
  position: number
  added_at: Date
  taken_sort: string
  taken_unknown: boolean
}

const KEY_COLUMNS = ['owner_id', 'photo_id', 'position', 'added_at', 'taken_sort', 'taken_unknown'] as const

const selectAlbumPhotos = (db: Reader, album: AlbumKey) =>
  db
    .selectFrom('album_photos')
    .where('account_id', '=', album.account_id)
    .where('album_id', '=', album.album_id)

/** Query fragment: the photos that the album shows; photos in the bin and of closed accounts are hidden. */
const selectShownPhotos = (db: Reader, album: AlbumKey) =>
  selectAlbumPhotos(db, album).where(sql<SqlBool>`not in_bin`)

/** Lists one page, by keyset; photos without a date come last in either direction. */
export async function listAlbumPhotos(
  db: Reader,
  album: AlbumKey,
  order: PhotoOrder,
  cursor: PhotoCursor | null,
  limit: number,
): Promise<{ rows: AlbumPhotoRow[]; next: PhotoCursor | null }> {
  const keys = await listKeysAfter(db, album, order, cursor, limit + 1)
  const page = cutPage(keys, limit, last => toCursor(last, order))
  return { rows: await findPhotosByKeys(db, page.rows), next: page.next }
}

/** Returns the photos of these keys in their order; photos moved to the bin since are skipped. */
async function findPhotosByKeys(db: Reader, keys: readonly PhotoKey[]): Promise<AlbumPhotoRow[]> {
  if (keys.length === 0) return []
  const ownerIds = [...new Set(keys.map(key => key.owner_id))]
  const photoIds = keys.map(key => key.photo_id)
  const rows = await findPhotosOfAccounts(db, ownerIds, photoIds)
  const rowById = new Map(rows.map(row => [row.photo_id, row]))
  return keys.flatMap(({ photo_id, position, added_at }) => {
    const row = rowById.get(photo_id)
    return row ? [{ ...row, position, added_at }] : []
  })
}

export async function findAlbumPhoto(
  db: Reader,
  album: AlbumKey,
  photoId: string,
): Promise<AlbumPhotoRow | undefined> {
  const [photo] = await findAlbumPhotos(db, album, [photoId])
  return photo
}

/** Returns the given photos that the album shows, unordered. */
export async function findAlbumPhotos(
  db: Reader,
  album: AlbumKey,
  photoIds: readonly string[],
): Promise<AlbumPhotoRow[]> {
  const keys = await selectAlbumPhotos(db, album)
    .select([...KEY_COLUMNS, 'in_bin'])
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)
    .execute()
  return findPhotosByKeys(
    db,
    keys.filter(key => !key.in_bin),
  )
}

/** The largest integer of the database; no position is that large. */
const MAX_POSITION = 2_147_483_647

async function listKeysAfter(
  db: Reader,
  album: AlbumKey,
  order: PhotoOrder,
  cursor: PhotoCursor | null,
  count: number,
): Promise<PhotoKey[]> {
  const comparison = sql.raw(order.sortOrder === 'asc' ? '>' : '<')
  if (order.sortKey === 'created') {
    // The first page has a bound, too: it makes a database without statistics use the right index.
    const from = cursor?.[2] ?? (order.sortOrder === 'asc' ? 0 : MAX_POSITION)
    return selectShownPhotos(db, album)
      .select(KEY_COLUMNS)
      .where(sql<SqlBool>`position ${comparison} ${from}::int`)
      .orderBy('position', order.sortOrder)
      .limit(count)
      .execute()
  }
  const listGroup = (unknown: boolean, from: PhotoCursor | null, count: number) =>
    selectShownPhotos(db, album)
      .select(KEY_COLUMNS)
      .where('taken_unknown', '=', unknown)
      .$if(from !== null, q =>
        q.where(
          sql<SqlBool>`(taken_sort, position) ${comparison} (${from![1]}::timestamp, ${from![2]}::int)`,
        ),
      )
      .orderBy('taken_sort', order.sortOrder)
      .orderBy('position', order.sortOrder)
      .limit(count)
      .execute()
  const isAmongUndated = cursor?.[0] === 1
  const datedKeys = isAmongUndated ? [] : await listGroup(false, cursor, count)
  const remainingCount = count - datedKeys.length
  return remainingCount > 0
    ? [...datedKeys, ...(await listGroup(true, isAmongUndated ? cursor : null, remainingCount))]
    : datedKeys
}

const toCursor = (key: PhotoKey, { sortKey }: PhotoOrder): PhotoCursor =>
  sortKey === 'created' ? [0, '', key.position] : [key.taken_unknown ? 1 : 0, key.taken_sort, key.position]

/** Lists cursors after every full step, in order. */
export async function listAlbumIndex(
  db: Reader,
  album: AlbumKey,
  order: PhotoOrder,
  step: number,
): Promise<PhotoCursor[]> {
  const rows = await selectEveryNthRow(
    db,
    selectShownPhotos(db, album).select(KEY_COLUMNS),
    orderBy(order),
    step,
  )
  return rows.map(row => toCursor(row, order))
}

/** Returns the number of photos before this one. */
export async function findPosition(
  db: Reader,
  album: AlbumKey,
  photo: AlbumPhotoRow,
  order: PhotoOrder,
): Promise<number> {
  const comparison = sql.raw(order.sortOrder === 'asc' ? '<' : '>')
  const { count } = await selectShownPhotos(db, album)
    .select(sql<number>`count(*)::int`.as('count'))
    .$if(order.sortKey === 'created', q =>
      q.where(sql<SqlBool>`position ${comparison} ${photo.position}::int`),
    )
    .$if(order.sortKey === 'dateTaken', q =>
      q.where(
        sql<SqlBool>`(taken_unknown < ${photo.taken_unknown} or (taken_unknown = ${photo.taken_unknown}
          and (taken_sort, position) ${comparison} (${photo.taken_sort}::timestamp, ${photo.position}::int)))`,
      ),
    )
    .executeTakeFirstOrThrow()
  return count
}

const orderBy = ({ sortKey, sortOrder }: PhotoOrder) => {
  const direction = sql.raw(sortOrder)
  return sortKey === 'created'
    ? sql`position ${direction}`
    : sql`taken_unknown, taken_sort ${direction}, position ${direction}`
}

/** Lists ids of all photos that the album shows. */
export async function listPhotoIdsOfAlbum(db: Reader, album: AlbumKey): Promise<string[]> {
  const rows = await selectShownPhotos(db, album).select('photo_id').execute()
  return rows.map(row => row.photo_id)
}

/** Returns the given photos that the album contains, in the bin or not. */
export async function listContainedPhotoIds(
  tx: Tx,
  album: AlbumKey,
  photoIds: readonly string[],
): Promise<string[]> {
  const rows = await selectAlbumPhotos(tx.db, album)
    .select('photo_id')
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)
    .execute()
  return rows.map(row => row.photo_id)
}

/** Query fragment: ids of the owner's photos in any of the owner's albums, each once. */
export const selectOwnPhotoIds = (accountId: string, albumIds: readonly string[]) =>
  sql`select distinct photo_id from album_photos where account_id = ${accountId} and owner_id = ${accountId}
    and album_id in (select album_id from albums where account_id = ${accountId}
      and album_id = any(${albumIds}::uuid[]) and deleted_at is null) and not in_bin`
