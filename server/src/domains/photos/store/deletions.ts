import { sql } from 'kysely'
import type { Reader } from '../../../context.ts'
import { selectPhotosById } from './photos.ts'

/** Photos that were deleted together, with less than a minute between two of them. */
export interface Deletion {
  firstDeletedAt: Date
  lastDeletedAt: Date
  photos: number
}

/**
 * Lists the account's deletions since `since` whose photos are still in the bin, newest first; those of an expiration and
 * of the instants `except` are left out. No deletion spans such an instant, because undoing one restores all of its period.
 */
export async function listDeletions(
  db: Reader,
  accountId: string,
  { since, limit, except }: { since: Date; limit: number; except: readonly Date[] },
): Promise<Deletion[]> {
  const { rows } = await sql<Deletion>`
    select min(deleted_at) as "firstDeletedAt", max(deleted_at) as "lastDeletedAt", sum(photos)::int as photos
    from (
      select deleted_at, photos, is_left_out, sum(starts) over (order by deleted_at) as deletion
      from (
        select deleted_at, photos, is_left_out,
          case
            when is_left_out or lag(is_left_out) over by_time then 1
            when deleted_at - lag(deleted_at) over by_time <= interval '1 minute' then 0
            else 1
          end as starts
        from (
          select deleted_at, count(*) as photos, deleted_at = any(${except}::timestamptz[]) as is_left_out
          from photos
          where account_id = ${accountId} and deleted_at > ${since} and erased_at is null and expired_at is null
          group by deleted_at
        ) as instants
        window by_time as (order by deleted_at)
      ) as gaps
    ) as deletions
    where not is_left_out
    group by deletion order by "lastDeletedAt" desc limit ${limit}`.execute(db)
  return rows
}

/** Lists ids of photos in the bin that were deleted in this period, both instants included. */
export async function listDeletedBetween(
  db: Reader,
  accountId: string,
  { from, until, limit }: { from: Date; until: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('photos')
    .select('photo_id')
    .where('account_id', '=', accountId)
    .where('deleted_at', '>=', from)
    // Instants on the wire have milliseconds, those of the database microseconds.
    .where('deleted_at', '<', new Date(until.getTime() + 1))
    .where('erased_at', 'is', null)
    .where('expired_at', 'is', null)
    .limit(limit)
    .execute()
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
