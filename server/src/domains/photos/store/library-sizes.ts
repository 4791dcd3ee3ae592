import { sql } from 'kysely'
import type { Reader } from '../../../context.ts'

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
