import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../context.ts'
import { selectPhotosById } from './photos.ts'

/** Photos in the bin that were deleted at these instants; those of an expiration are left out. */
const selectDeleted = (db: Reader, accountId: string, instants: readonly Date[]) =>
  db
    .selectFrom('photos')
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`deleted_at = any(${instants}::timestamptz[])`)
    .where('erased_at', 'is', null)
    .where('expired_at', 'is', null)

/** Counts the account's photos in the bin by the instant of their deletion, in milliseconds since the epoch. */
export async function countDeletedAt(
  db: Reader,
  accountId: string,
  instants: readonly Date[],
): Promise<Map<number, number>> {
  const rows = await selectDeleted(db, accountId, instants)
    .select(['deleted_at', sql<number>`count(*)::int`.as('photos')])
    .groupBy('deleted_at')
    .execute()
  return new Map(rows.map(row => [row.deleted_at!.getTime(), row.photos]))
}

/** Lists ids of the account's photos in the bin that were deleted at these instants, at most `limit`. */
export async function listDeletedAt(
  db: Reader,
  accountId: string,
  instants: readonly Date[],
  limit: number,
): Promise<string[]> {
  const rows = await selectDeleted(db, accountId, instants).select('photo_id').limit(limit).execute()
  return rows.map(row => row.photo_id)
}

/** Finds when these photos were moved to the bin; those in the library and erased ones are missing. */
export async function findDeletionInstants(
  db: Reader,
  accountId: string,
  photoIds: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await selectPhotosById(db, accountId, photoIds)
    .select(['photo_id', 'deleted_at'])
    .where('deleted_at', 'is not', null)
    .where('erased_at', 'is', null)
    .execute()
  return new Map(rows.map(row => [row.photo_id, row.deleted_at!]))
}
