import { type Selectable, type SqlBool, sql } from 'kysely'
import type { SortKey } from '#contract/photos.ts'
import type { Reader } from '../../../context.ts'
import type { PhotosTable } from '../tables.ts'
import { inMonth } from './order.ts'

export type PhotoRow = Selectable<PhotosTable>

/** Photos in the library, as the start of a query. */
export const selectLibraryPhotos = (db: Reader, accountId: string) =>
  db.selectFrom('photos').where('account_id', '=', accountId).where('deleted_at', 'is', null)

export async function findPhoto(
  db: Reader,
  accountId: string,
  photoId: string,
): Promise<PhotoRow | undefined> {
  return selectLibraryPhotos(db, accountId).selectAll().where('photo_id', '=', photoId).executeTakeFirst()
}

/** The photo, in the library or in the bin; one that is being erased is missing. */
export async function findStoredPhoto(
  db: Reader,
  accountId: string,
  photoId: string,
): Promise<PhotoRow | undefined> {
  return db
    .selectFrom('photos')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('photo_id', '=', photoId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
}

export async function listPhotoIdsOfMonth(
  db: Reader,
  accountId: string,
  month: { groupBy: SortKey; month: number },
): Promise<string[]> {
  const rows = await selectLibraryPhotos(db, accountId)
    .select('photo_id')
    .where(inMonth(month.groupBy, month.month))
    .execute()
  return rows.map(row => row.photo_id)
}

/** Of these ids the caller's photos in the library: missing and foreign ones are simply not in the answer. */
export async function findPhotos(
  db: Reader,
  accountId: string,
  photoIds: readonly string[],
): Promise<PhotoRow[]> {
  if (photoIds.length === 0) return []
  // Found by key alone, as in lockPhotosForShare.
  const rows = await db
    .selectFrom('photos')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)
    .execute()
  return rows.filter(row => row.deleted_at === null)
}

/** Photos in the bin. */
export async function countBin(db: Reader, accountId: string): Promise<number> {
  return (await selectBinCount(db, accountId).executeTakeFirstOrThrow()).count
}

/** The count of `countBin` as a query fragment. */
export const selectBinCount = (db: Reader, accountId: string) =>
  db
    .selectFrom('photos')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is not', null)
    .where('erased_at', 'is', null)

/** Of these ids the photos in the library now; reads no more of each than its key. */
export async function findAvailablePhotoIds(
  db: Reader,
  accountId: string,
  photoIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('photos')
    .select(['photo_id', 'deleted_at'])
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)
    .execute()
  return new Set(rows.filter(row => row.deleted_at === null).map(row => row.photo_id))
}

/** These ids in the order in which the photos were taken. */
export async function sortByDateTaken(
  db: Reader,
  accountId: string,
  photoIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('photos')
    .select('photo_id')
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)
    .orderBy('taken_sort')
    .orderBy('photo_id')
    .execute()
  return rows.map(row => row.photo_id)
}

/** Photos of these ids in any of these libraries, in no order. */
export async function findPhotosOfAccounts(
  db: Reader,
  accountIds: readonly string[],
  photoIds: readonly string[],
): Promise<PhotoRow[]> {
  const rows = await db
    .selectFrom('photos')
    .selectAll()
    .where('account_id', 'in', [...accountIds])
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)
    .execute()
  return rows.filter(row => row.deleted_at === null)
}

const MEDIA_COLUMNS = [
  'account_id',
  'photo_id',
  'sha256',
  'size',
  'content_type',
  'file_name',
  'variants',
  'deleted_at',
] as const

/** The columns of a photo that serving its pictures needs. */
export type StoredPhoto = Pick<PhotoRow, (typeof MEDIA_COLUMNS)[number]>

/** What serving pictures needs of these photos, in the library or in the bin. */
export function listStoredPhotos(
  db: Reader,
  accountIds: readonly string[],
  photoIds: readonly string[],
): Promise<StoredPhoto[]> {
  return db
    .selectFrom('photos')
    .select(MEDIA_COLUMNS)
    .where('account_id', 'in', [...accountIds])
    .where('photo_id', 'in', [...photoIds])
    .where('erased_at', 'is', null)
    .execute()
}

/** States of photos that are not being erased, as a query fragment to join. */
export const selectPhotoStates = (db: Reader) =>
  db.selectFrom('photos').select(['account_id', 'photo_id', 'state']).where('erased_at', 'is', null)

/** What an album copies of photos, in the library or in the bin, as a query fragment. */
export const selectPhotoSortValues = (db: Reader) =>
  db
    .selectFrom('photos')
    .select(['account_id', 'photo_id', 'taken_sort', 'taken_unknown', 'size', 'deleted_at'])

/** Photos whose ingest did not end since `before`. */
export function listUningestedPhotos(db: Reader, before: Date, limit: number) {
  return db
    .selectFrom('photos')
    .select(['account_id', 'photo_id'])
    .where('state', '=', 'processing')
    .where('erased_at', 'is', null)
    .where('created_at', '<', before)
    .limit(limit)
    .execute()
}

/** How many photos are in a library, and how large their originals are together. */
export function getLibrarySize(db: Reader, accountId: string): Promise<{ photos: number; bytes: number }> {
  return db
    .selectFrom('photos')
    .select([
      sql<number>`count(*)::int`.as('photos'),
      sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'),
    ])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
}
