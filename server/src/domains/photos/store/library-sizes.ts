import { sql } from 'kysely'
import type { Reader } from '../../../context.ts'

/** Number of photos and bytes of their originals. */
export interface PhotoAmount {
  photos: number
  bytes: number
}

/** The size of a library, without its bin. */
export async function getLibrarySize(db: Reader, accountId: string): Promise<PhotoAmount> {
  return (await getLibrarySizes(db, [accountId])).get(accountId)!
}

/**
 * The sizes of libraries, without their bins, from the summaries (RV-716): the months, and the stored bytes without those of
 * the bin, which are the only photos read.
 */
export async function getLibrarySizes(
  db: Reader,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, PhotoAmount>> {
  const { rows } = await sql<PhotoAmount & { account_id: string }>`
    select account_id, coalesce(library.photos, 0)::int as photos,
      (coalesce(stored.stored_bytes, 0) - coalesce(bin.bytes, 0))::float8 as bytes
    from unnest(${accountIds}::text[]) as account (account_id)
    left join lateral (
      select sum(photos) as photos from month_counts
      where month_counts.account_id = account.account_id and group_by = 'dateTaken'
    ) library on true
    left join storage_usage stored using (account_id)
    left join lateral (
      select sum(size) as bytes from photos
      where photos.account_id = account.account_id and deleted_at is not null and erased_at is null
    ) bin on true`.execute(db)
  return new Map(rows.map(({ account_id, photos, bytes }) => [account_id, { photos, bytes }]))
}
