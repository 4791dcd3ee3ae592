import { sql } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { findRow, lockRow } from '../../../platform/db/rows.ts'

/** Number of photos and bytes of their originals. */
export interface PhotoAmount {
  photos: number
  bytes: number
}

/** Returns the size of a library, without its bin. */
export async function getLibrarySize(db: Reader, accountId: string): Promise<PhotoAmount> {
  return (await getLibrarySizes(db, [accountId])).get(accountId)!
}

/**
 * Returns the sizes of libraries, without their bins, from the summaries: months, and stored bytes minus those of the
 * bin, which are the only photos read.
 */
export async function getLibrarySizes(
  db: Reader,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, PhotoAmount>> {
  const { rows } = await sql<PhotoAmount & { account_id: string }>`
    select account_id, sum(photos)::int as photos, sum(bytes)::float8 as bytes from (
      select account_id, sum(photos) as photos, 0 as bytes from month_counts
      where account_id = any(${accountIds}::text[]) and group_by = 'dateTaken' group by account_id
      union all
      select account_id, 0, stored_bytes from storage_usage where account_id = any(${accountIds}::text[])
      union all
      select account_id, 0, -sum(size) from photos
      where account_id = any(${accountIds}::text[]) and deleted_at is not null and erased_at is null
      group by account_id
    ) amounts group by account_id`.execute(db)
  const sizeByAccount = new Map(rows.map(({ account_id, photos, bytes }) => [account_id, { photos, bytes }]))
  return new Map(
    accountIds.map(accountId => [accountId, sizeByAccount.get(accountId) ?? { photos: 0, bytes: 0 }]),
  )
}

/** Finds bytes of all originals of the account, in the library and in the bin. */
export async function findStoredBytes(db: Reader, accountId: string): Promise<number> {
  const row = await findRow(db, 'storage_usage', { account_id: accountId }, ['stored_bytes'])
  return Number(row?.stored_bytes ?? 0)
}

/**
 * Locks the stored bytes, also for an account without photos, so that no photo is added or erased before the
 * transaction ends.
 */
export async function lockStoredBytes(tx: Tx, accountId: string): Promise<number> {
  const lockedRow = await lockRow(tx, 'storage_usage', { account_id: accountId }, ['stored_bytes'])
  if (lockedRow) return Number(lockedRow.stored_bytes)
  const row = await tx.db
    .insertInto('storage_usage')
    .values({ account_id: accountId, stored_bytes: 0 })
    .onConflict(oc =>
      oc
        .column('account_id')
        .doUpdateSet({ stored_bytes: sql<string>`storage_usage.stored_bytes + excluded.stored_bytes` }),
    )
    .returning('stored_bytes')
    .executeTakeFirstOrThrow()
  return Number(row.stored_bytes)
}
