import { type Selectable, type SqlBool, sql } from 'kysely'
import type { SortKey } from '#contract/photos.ts'
import type { Reader } from '../../../context.ts'
import { selectActiveCustomers } from '../../customers/index.ts'
import type { PhotosTable } from '../tables.ts'
import { type CalendarMonth, isInMonth, toMonthNumber } from './order.ts'

export type PhotoRow = Selectable<PhotosTable>

/** The columns of a photo that its presentation needs. */
export const PRESENTED_COLUMNS = [
  'account_id',
  'photo_id',
  'upload_id',
  'size',
  'content_type',
  'file_name',
  'taken_at',
  'taken_offset',
  'taken_precision',
  'taken_source',
  'created_at',
  'state',
  'width',
  'height',
  'placeholder',
  'variants',
  'camera',
] as const

export type PresentedPhoto = Pick<PhotoRow, (typeof PRESENTED_COLUMNS)[number]>

/** Query fragment: photos in the library. */
export const selectLibraryPhotos = (db: Reader, accountId: string) =>
  db.selectFrom('photos').where('account_id', '=', accountId).where('deleted_at', 'is', null)

/** Query fragment: the account's photos of these ids, by key only as in `selectForShare`; one parameter whatever their number. */
export const selectPhotosById = (db: Reader, accountId: string, photoIds: readonly string[]) =>
  db
    .selectFrom('photos')
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)

export async function findPhoto(
  db: Reader,
  accountId: string,
  photoId: string,
): Promise<PhotoRow | undefined> {
  return selectLibraryPhotos(db, accountId).selectAll().where('photo_id', '=', photoId).executeTakeFirst()
}

/** Finds the account's photos of these ids that are not erased, in the library or in the bin, by id. */
export async function findStoredPhotos(
  db: Reader,
  accountId: string,
  photoIds: readonly string[],
): Promise<Map<string, PhotoRow>> {
  if (photoIds.length === 0) return new Map()
  const rows = await selectPhotosById(db, accountId, photoIds).selectAll().execute()
  return new Map(rows.filter(row => row.erased_at === null).map(row => [row.photo_id, row]))
}

export async function listPhotoIdsOfMonth(
  db: Reader,
  accountId: string,
  month: CalendarMonth,
  groupBy: SortKey,
): Promise<string[]> {
  const rows = await selectLibraryPhotos(db, accountId)
    .select('photo_id')
    .where(isInMonth(groupBy, toMonthNumber(month, groupBy)))
    .execute()
  return rows.map(row => row.photo_id)
}

/** Finds the account's photos of these ids that are in the library; missing and foreign ids are skipped. */
export async function findPhotos(
  db: Reader,
  accountId: string,
  photoIds: readonly string[],
): Promise<PhotoRow[]> {
  if (photoIds.length === 0) return []
  const rows = await selectPhotosById(db, accountId, photoIds).selectAll().execute()
  return rows.filter(row => row.deleted_at === null)
}

/** Returns the number of photos in the bin. */
export async function countBin(db: Reader, accountId: string): Promise<number> {
  return (await selectBinCount(db, accountId).executeTakeFirstOrThrow()).count
}

/** Query fragment of `countBin`. */
export const selectBinCount = (db: Reader, accountId: string) =>
  db
    .selectFrom('photos')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is not', null)
    .where('erased_at', 'is', null)

/** Filters the ids to those of photos in the library. Reads only keys. */
export async function findAvailablePhotoIds(
  db: Reader,
  accountId: string,
  photoIds: readonly string[],
): Promise<Set<string>> {
  const rows = await selectPhotosById(db, accountId, photoIds).select(['photo_id', 'deleted_at']).execute()
  return new Set(rows.filter(row => row.deleted_at === null).map(row => row.photo_id))
}

/** Finds photos of these ids with fewer pixels than `minimum` on a side; those of unknown size are not among them. */
export async function findSmallPhotoIds(
  db: Reader,
  accountId: string,
  photoIds: readonly string[],
  minimum: { long: number; short: number },
): Promise<Set<string>> {
  const rows = await selectPhotosById(db, accountId, photoIds)
    .select('photo_id')
    .where(sql<SqlBool>`width > 0 and height > 0`)
    .where(
      sql<SqlBool>`(greatest(width, height) < ${minimum.long} or least(width, height) < ${minimum.short})`,
    )
    .execute()
  return new Set(rows.map(row => row.photo_id))
}

/** These ids sorted by date taken. */
export async function sortByDateTaken(
  db: Reader,
  accountId: string,
  photoIds: readonly string[],
): Promise<string[]> {
  const rows = await selectPhotosById(db, accountId, photoIds)
    .select('photo_id')
    .orderBy('taken_sort')
    .orderBy('photo_id')
    .execute()
  return rows.map(row => row.photo_id)
}

/** Finds photos of these ids that are in one of these libraries, unordered. */
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
  'state',
  'deleted_at',
] as const

/** The columns of a photo that media requests need. */
export type StoredPhoto = Pick<PhotoRow, (typeof MEDIA_COLUMNS)[number]>

/** The columns of a photo that serving its bytes needs. */
export type MediaPhoto = Omit<StoredPhoto, 'deleted_at'>

/**
 * Lists photos of these ids in these libraries and bins, with the columns that media requests need; closed accounts are
 * left out.
 */
export function listStoredPhotos(
  db: Reader,
  accountIds: readonly string[],
  photoIds: readonly string[],
): Promise<StoredPhoto[]> {
  return db
    .selectFrom('photos')
    .select(MEDIA_COLUMNS)
    .where(
      'account_id',
      'in',
      selectActiveCustomers(db)
        .select('customers.account_id')
        .where('customers.account_id', 'in', [...accountIds]),
    )
    .where('photo_id', 'in', [...photoIds])
    .where('erased_at', 'is', null)
    .execute()
}

/** Query fragment to join: states of photos that are not being erased. */
export const selectPhotoStates = (db: Reader) =>
  db.selectFrom('photos').select(['account_id', 'photo_id', 'state']).where('erased_at', 'is', null)

/** Query fragment: the columns that an album copies of photos, in the library or in the bin. */
export const selectPhotoSortValues = (db: Reader) =>
  db
    .selectFrom('photos')
    .select(['account_id', 'photo_id', 'taken_sort', 'taken_unknown', 'size', 'deleted_at'])

/** Finds the columns of `selectPhotoSortValues` of these photos. */
export const findSortValues = (db: Reader, accountId: string, photoIds: readonly string[]) =>
  selectPhotoSortValues(db)
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)
    .execute()
