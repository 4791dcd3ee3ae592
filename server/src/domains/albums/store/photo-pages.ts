import { type SqlBool, sql } from 'kysely'
import type { SortKey, SortOrder } from '#contract/photos.ts'
import type { Reader, Tx } from '../../../context.ts'
import { everyNthRow } from '../../../platform/db/every-nth-row.ts'
import { findPhotosOfAccounts, type PhotoRow } from '../../photos/index.ts'
import type { PhotoCursor } from '../cursors.ts'
import type { AlbumKey } from './albums.ts'

/** 'created' is the order of arrival in the album; the position breaks every tie. */
export interface PhotoOrder {
  sortKey: SortKey
  sortOrder: SortOrder
}

/** A photo as it stands in an album. */
export type AlbumPhotoRow = PhotoRow & { position: number; added_at: Date }

interface Key {
  owner_id: string
  photo_id: string
  position: number
  added_at: Date
  taken_sort: string
  taken_unknown: boolean
}

const KEY = ['owner_id', 'photo_id', 'position', 'added_at', 'taken_sort', 'taken_unknown'] as const

const all = (db: Reader, album: AlbumKey) =>
  db
    .selectFrom('album_photos')
    .where('account_id', '=', album.account_id)
    .where('album_id', '=', album.album_id)

/** What the album shows: photos in the bin are not among them. */
const shown = (db: Reader, album: AlbumKey) => all(db, album).where(sql<SqlBool>`not in_bin`)

/** One page, by key; photos without a date come last in either direction (OP-08). */
export async function listAlbumPhotos(
  db: Reader,
  album: AlbumKey,
  order: PhotoOrder,
  cursor: PhotoCursor | null,
  limit: number,
): Promise<{ rows: AlbumPhotoRow[]; next: PhotoCursor | null }> {
  const keys = await keysAfter(db, album, order, cursor, limit + 1)
  const last = keys[limit - 1]
  return {
    rows: await photosOf(db, keys.slice(0, limit)),
    next: keys.length > limit && last ? cursorOf(last, order) : null,
  }
}

/** The photos of these keys in their order; one that has gone to the bin since is left out. */
async function photosOf(db: Reader, keys: readonly Key[]): Promise<AlbumPhotoRow[]> {
  if (keys.length === 0) return []
  const owners = [...new Set(keys.map(key => key.owner_id))]
  const photoIds = keys.map(key => key.photo_id)
  const rows = await findPhotosOfAccounts(db, owners, photoIds)
  const found = new Map(rows.map(row => [row.photo_id, row]))
  return keys.flatMap(({ photo_id, position, added_at }) => {
    const row = found.get(photo_id)
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

/** Those of these photos that the album shows, in no order. */
export async function findAlbumPhotos(
  db: Reader,
  album: AlbumKey,
  photoIds: readonly string[],
): Promise<AlbumPhotoRow[]> {
  const keys = await all(db, album)
    .select(KEY)
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)
    .execute()
  return photosOf(db, keys)
}

/** The largest integer of the database; no position is that large. */
const BEYOND_ALL = 2_147_483_647

async function keysAfter(
  db: Reader,
  album: AlbumKey,
  order: PhotoOrder,
  cursor: PhotoCursor | null,
  count: number,
): Promise<Key[]> {
  const beyond = sql.raw(order.sortOrder === 'asc' ? '>' : '<')
  if (order.sortKey === 'created') {
    // A bound also for the first page: by it a database without statistics knows which index is meant.
    const from = cursor?.[2] ?? (order.sortOrder === 'asc' ? 0 : BEYOND_ALL)
    return shown(db, album)
      .select(KEY)
      .where(sql<SqlBool>`position ${beyond} ${from}::int`)
      .orderBy('position', order.sortOrder)
      .limit(count)
      .execute()
  }
  const part = (unknown: boolean, from: PhotoCursor | null, count: number) =>
    shown(db, album)
      .select(KEY)
      .where('taken_unknown', '=', unknown)
      .$if(from !== null, q =>
        q.where(sql<SqlBool>`(taken_sort, position) ${beyond} (${from![1]}::timestamp, ${from![2]}::int)`),
      )
      .orderBy('taken_sort', order.sortOrder)
      .orderBy('position', order.sortOrder)
      .limit(count)
      .execute()
  const inUnknown = cursor?.[0] === 1
  const known = inUnknown ? [] : await part(false, cursor, count)
  const rest = count - known.length
  return rest > 0 ? [...known, ...(await part(true, inUnknown ? cursor : null, rest))] : known
}

const cursorOf = (key: Key, { sortKey }: PhotoOrder): PhotoCursor =>
  sortKey === 'created' ? [0, '', key.position] : [key.taken_unknown ? 1 : 0, key.taken_sort, key.position]

/** Last photo of every full step, in order: where the following step starts. */
export async function listAlbumIndex(
  db: Reader,
  album: AlbumKey,
  order: PhotoOrder,
  step: number,
): Promise<PhotoCursor[]> {
  const rows = await everyNthRow(db, shown(db, album).select(KEY), inOrder(order), step)
  return rows.map(row => cursorOf(row, order))
}

/** How many photos stand before this one. */
export async function findPosition(
  db: Reader,
  album: AlbumKey,
  photo: AlbumPhotoRow,
  order: PhotoOrder,
): Promise<number> {
  const before = sql.raw(order.sortOrder === 'asc' ? '<' : '>')
  const { count } = await shown(db, album)
    .select(sql<number>`count(*)::int`.as('count'))
    .$if(order.sortKey === 'created', q => q.where(sql<SqlBool>`position ${before} ${photo.position}::int`))
    .$if(order.sortKey === 'dateTaken', q =>
      q.where(
        sql<SqlBool>`(taken_unknown < ${photo.taken_unknown} or (taken_unknown = ${photo.taken_unknown}
          and (taken_sort, position) ${before} (${photo.taken_sort}::timestamp, ${photo.position}::int)))`,
      ),
    )
    .executeTakeFirstOrThrow()
  return count
}

const inOrder = ({ sortKey, sortOrder }: PhotoOrder) => {
  const way = sql.raw(sortOrder)
  return sortKey === 'created' ? sql`position ${way}` : sql`taken_unknown, taken_sort ${way}, position ${way}`
}

/** Ids of everything the album shows. */
export async function listPhotoIdsOfAlbum(db: Reader, album: AlbumKey): Promise<string[]> {
  const rows = await shown(db, album).select('photo_id').execute()
  return rows.map(row => row.photo_id)
}

/** Of these photos those in an album, shown or not. */
export async function listContainedPhotoIds(
  tx: Tx,
  album: AlbumKey,
  photoIds: readonly string[],
): Promise<string[]> {
  const rows = await all(tx.db, album)
    .select('photo_id')
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)
    .execute()
  return rows.map(row => row.photo_id)
}
