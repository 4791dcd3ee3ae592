import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../context.ts'
import { findRow } from '../../../platform/db/rows.ts'
import type { PhotoFactsTable } from '../tables.ts'

/** What grouping compares of a photo in the library. */
export type ComparedFacts = Pick<
  PhotoFactsTable,
  | 'photo_id'
  | 'taken_sort'
  | 'taken_unknown'
  | 'taken_precision'
  | 'camera_id'
  | 'content_type'
  | 'kind'
  | 'width'
  | 'height'
  | 'sharpness'
  | 'dark'
  | 'light'
> & { hash: string | null; colours: Buffer | null }

/** Lists facts of the library's photos that have been read, by id. */
export function listComparedFacts(
  db: Reader,
  accountId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ComparedFacts[]> {
  return db
    .selectFrom('photo_facts')
    .select(COMPARED_COLUMNS)
    .where('account_id', '=', accountId)
    .where('in_library', '=', true)
    .where('facts_version', '>', 0)
    .$if(after !== undefined, q => q.where('photo_id', '>', after!))
    .orderBy('photo_id')
    .limit(limit)
    .execute()
}

/** Finds facts of these photos. */
export function findComparedFacts(
  db: Reader,
  accountId: string,
  photoIds: readonly string[],
): Promise<ComparedFacts[]> {
  return db
    .selectFrom('photo_facts')
    .select(COMPARED_COLUMNS)
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)
    .execute()
}

const COMPARED_COLUMNS = [
  'photo_id',
  'taken_sort',
  'taken_unknown',
  'taken_precision',
  'camera_id',
  'content_type',
  'kind',
  'width',
  'height',
  'hash',
  'colours',
  'sharpness',
  'dark',
  'light',
] as const

/**
 * Counts the library's photos whose pictures have been read, and those that cannot be; undefined once the facts of all
 * photos from before have been read.
 */
export async function countLookedAt(db: Reader, accountId: string): Promise<number | undefined> {
  const backfill = await findRow(db, 'facts_backfills', { account_id: accountId }, ['done'])
  if (backfill?.done) return undefined
  const { rows } = await sql<{ photos: number }>`
    select (
      (select count(*) from photo_facts where account_id = ${accountId} and in_library and facts_version > 0) +
      (select count(*) from photo_facts f join photos p on p.account_id = f.account_id and p.photo_id = f.photo_id
        where f.account_id = ${accountId} and f.in_library and f.facts_version = 0 and p.state = 'failed')
    )::int as photos`.execute(db)
  return rows[0]!.photos
}
