import { type SqlBool, sql } from 'kysely'
import { acrossAccounts, groupByAccount } from '#server/platform/db/across-accounts.ts'
import type { Reader, Tx } from '../../../context.ts'
import { isHeld } from './holds.ts'
import type { PhotoRow } from './photos.ts'

/** The columns of a photo that its erasure needs. */
export type ErasedPhoto = Pick<PhotoRow, 'account_id' | 'photo_id' | 'sha256'>

/** Lists photos of all accounts whose days in the bin are over, the first deleted ones first. */
export function listPhotosToErase(
  db: Reader,
  deletedBefore: Date,
  limit: number,
): Promise<Pick<PhotoRow, 'account_id' | 'photo_id'>[]> {
  return selectPhotosToErase(db, deletedBefore)
    .select(['account_id', 'photo_id'])
    .orderBy('deleted_at')
    .limit(limit)
    .modifyEnd(acrossAccounts('the bins of all accounts are emptied by age'))
    .execute()
}

/** Locks an account's photos whose days in the bin are over; rows that another transaction has locked are skipped. */
export function lockPhotosToErase(
  tx: Tx,
  accountId: string,
  photoIds: readonly string[],
  deletedBefore: Date,
): Promise<Pick<PhotoRow, 'photo_id'>[]> {
  return selectPhotosToErase(tx.db, deletedBefore)
    .select('photo_id')
    .where('account_id', '=', accountId)
    .where('photo_id', 'in', [...photoIds])
    .orderBy('photo_id')
    .forUpdate()
    .skipLocked()
    .execute()
}

const selectPhotosToErase = (db: Reader, deletedBefore: Date) =>
  db
    .selectFrom('photos')
    .where('deleted_at', '<=', deletedBefore)
    .where('erased_at', 'is', null)
    // Expired photos can still be restored by an order; the retention erases them.
    .where('expired_at', 'is', null)

/** Lists the entries of the journal with which photos of any account are erased. */
export async function listErasureRequests(
  db: Reader,
  limit: number,
): Promise<{ account_id: string; erase_entry: string }[]> {
  const { rows } = await sql<{ account_id: string; erase_entry: string }>`
    select distinct account_id, erase_entry from photos
    where erase_entry is not null and erased_at is null
    limit ${limit}::int ${acrossAccounts('deletions that waited take effect')}`.execute(db)
  return rows
}

/** Counts the photos that are erased with these entries, by entry. */
export async function countRequestedPhotos(
  db: Reader,
  accountId: string,
  entryIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('photos')
    .select(['erase_entry', sql<number>`count(*)::int`.as('photos')])
    .where('account_id', '=', accountId)
    .where('erase_entry', 'in', [...entryIds])
    .where('erased_at', 'is', null)
    .groupBy('erase_entry')
    .execute()
  return new Map(rows.map(row => [row.erase_entry!, row.photos]))
}

/** Locks photos that are erased with this entry. */
export const lockRequestedPhotos = (
  tx: Tx,
  accountId: string,
  entryId: string,
  limit: number,
): Promise<Pick<PhotoRow, 'photo_id'>[]> =>
  tx.db
    .selectFrom('photos')
    .select('photo_id')
    .where('account_id', '=', accountId)
    .where('erase_entry', '=', entryId)
    .where('erased_at', 'is', null)
    .orderBy('photo_id')
    .limit(limit)
    .forUpdate()
    .execute()

/**
 * Marks photos as erased, which hides them, deletes their facts and frees their bytes of the quota. Two statements, so that the version of
 * the library is locked before the bytes, as in every other transaction.
 */
export async function markPhotosErased(
  tx: Tx,
  accountId: string,
  photoIds: readonly string[],
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ size: string }>`
    with facts as (
      delete from photo_facts where account_id = ${accountId} and photo_id = any(${photoIds}::uuid[])
    )
    update photos set erased_at = ${at}
      where account_id = ${accountId} and photo_id = any(${photoIds}::uuid[]) and erased_at is null
      returning size`.execute(tx.db)
  const bytes = rows.reduce((sum, { size }) => sum + Number(size), 0)
  await sql`
    update storage_usage set stored_bytes = greatest(0, stored_bytes - ${bytes}::bigint)
      where account_id = ${accountId}`.execute(tx.db)
}

/** Lists photos that are marked as erased, and whether a hold still covers their originals. */
export function listErasedPhotos(
  tx: Tx,
  accountId: string,
  photoIds: readonly string[],
  now: Date,
): Promise<(ErasedPhoto & { held: SqlBool })[]> {
  return tx.db
    .selectFrom('photos')
    .select(['account_id', 'photo_id', 'sha256'])
    .select(isHeld(now).as('held'))
    .where('account_id', '=', accountId)
    .where('photo_id', 'in', [...photoIds])
    .where('erased_at', 'is not', null)
    .execute()
}

/** Lists photos marked as erased before `erasedBefore` whose blobs may still exist. */
export function listUnfinishedErasures(db: Reader, erasedBefore: Date, now: Date, limit: number) {
  return (
    db
      .selectFrom('photos')
      .select(['account_id', 'photo_id'])
      .where('erased_at', '<', erasedBefore)
      // A held photo needs no further step once its variants are removed.
      .where(eb => eb.or([eb.not(isHeld(now)), sql<SqlBool>`variants <> '[]'::jsonb`]))
      .limit(limit)
      .modifyEnd(acrossAccounts('erasures that a crashed process left are continued'))
      .execute()
  )
}

/** Deletes the rows of photos that are marked as erased and inserts a tombstone of each, in one statement. */
export async function deleteErasedPhotos(
  db: Reader,
  accountId: string,
  photoIds: readonly string[],
): Promise<void> {
  await sql`
    with deleted as (
      delete from photos
      where account_id = ${accountId} and photo_id = any(${photoIds}::uuid[]) and erased_at is not null
      returning account_id, photo_id, erased_at
    )
    insert into erased_photos (account_id, photo_id, erased_at)
    select account_id, photo_id, erased_at from deleted
    on conflict do nothing`.execute(db)
}

/** Filters the ids to those of erased photos: their erasure has started, or they have a tombstone. */
export async function findErasedPhotoIds(
  db: Reader,
  accountId: string,
  photoIds: readonly string[],
): Promise<Set<string>> {
  if (photoIds.length === 0) return new Set()
  const { rows } = await sql<{ photo_id: string }>`
    select photo_id from photos
    where account_id = ${accountId} and photo_id = any(${photoIds}::uuid[]) and erased_at is not null
    union all
    select photo_id from erased_photos
    where account_id = ${accountId} and photo_id = any(${photoIds}::uuid[])`.execute(db)
  return new Set(rows.map(row => row.photo_id))
}

/** Deletes up to `limit` tombstones of photos erased before `erasedBefore`, the oldest first; returns their number. */
export async function deleteOldTombstones(db: Reader, erasedBefore: Date, limit: number): Promise<number> {
  const expiredRows = await db
    .selectFrom('erased_photos')
    .select(['account_id', 'photo_id'])
    .where('erased_at', '<', erasedBefore)
    .orderBy('erased_at')
    .limit(limit)
    .modifyEnd(acrossAccounts('tombstones are deleted by their age'))
    .execute()
  let deletedCount = 0
  for (const [accountId, tombstones] of groupByAccount(expiredRows)) {
    const photoIds = tombstones.map(each => each.photo_id)
    const { numAffectedRows } = await sql`
      delete from erased_photos
      where account_id = ${accountId} and photo_id = any(${photoIds}::uuid[]) and erased_at < ${erasedBefore}`.execute(
      db,
    )
    deletedCount += Number(numAffectedRows)
  }
  return deletedCount
}

/** Locks photos in the library that were added by `until`, oldest first. */
export function lockPhotosCreatedUntil(
  tx: Tx,
  accountId: string,
  until: Date,
  limit: number,
): Promise<PhotoRow[]> {
  return tx.db
    .selectFrom('photos')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('created_at', '<=', until)
    .orderBy('created_at')
    .orderBy('photo_id')
    .limit(limit)
    .forUpdate()
    .execute()
}

/** Locks photos that expired and are not being erased. */
export function lockExpiredPhotos(tx: Tx, accountId: string, limit: number): Promise<PhotoRow[]> {
  return tx.db
    .selectFrom('photos')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expired_at', 'is not', null)
    .where('erased_at', 'is', null)
    .orderBy('photo_id')
    .limit(limit)
    .forUpdate()
    .execute()
}
