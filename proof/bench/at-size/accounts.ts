import { sql } from 'kysely'
import { INDEX_STEP, TIMELINE_PAGE } from '#contract/photos.ts'
import type { Context } from '#server/context.ts'
import { getLibrarySizes } from '#server/domains/photos/index.ts'
import { listMonthIndex, listMonthPhotos } from '#server/domains/photos/store/pages.ts'
import {
  findAlbumCountErrors,
  findMonthCountErrors,
  findStorageUsageErrors,
} from '#server/testing/consistency-checks.ts'
import { verify } from '../harness/bench.ts'
import { FULL_MONTH } from '../harness/library.ts'
import type { PopulatedDatabase } from '../harness/populated-database.ts'

export const MONTH = { groupBy: 'dateTaken', month: FULL_MONTH.year * 100 + FULL_MONTH.month } as const
export const NEWEST = { sortKey: 'dateTaken', sortOrder: 'desc' } as const
const SWEPT_ACCOUNTS = 200

export interface Accounts {
  largeIds: string[]
  /** Accounts of all sizes. */
  allIds: string[]
  /** In the order in which a blob store would list them. */
  sweptIds: string[]
  /** An account of 20,000 photos in 40 albums. */
  erasedId: string
  monthPhotos: number
}

/** Returns accounts of every size, the same in each run. */
export async function sampleAccounts({ db }: Context, { customers }: PopulatedDatabase): Promise<Accounts> {
  const listAccounts = async (condition: ReturnType<typeof sql>, limit: number) => {
    const { rows } = await sql<{ account_id: string }>`
      select account_id from storage_usage join customers using (account_id)
      where deleted_at is null and ${condition} order by md5(account_id) limit ${limit}`.execute(db)
    return rows.map(row => row.account_id)
  }
  // Photos have 2 to 5 MB.
  const medium = await listAccounts(sql`stored_bytes between 20e9 and 100e9`, 5)
  const small = await listAccounts(sql`stored_bytes < 20e9`, SWEPT_ACCOUNTS)
  const large = customers.map(({ accountId }) => accountId)
  const erased = medium.pop()
  verify(erased !== undefined && small.length === SWEPT_ACCOUNTS, 'there are libraries of every size')
  const { rows } = await sql<{ photos: number }>`
    select photos from month_counts
    where account_id = ${large[0]!} and group_by = 'dateTaken' and month = ${MONTH.month}`.execute(db)
  return {
    largeIds: large,
    allIds: [...large, ...medium, ...small.slice(0, 20)],
    sweptIds: [large[0]!, ...small].toSorted(),
    erasedId: erased,
    monthPhotos: rows[0]!.photos,
  }
}

/** Verifies that summaries and pages of these accounts equal a recount. */
export async function verifyLibraries(
  ctx: Context,
  { allIds: all, largeIds: large }: Accounts,
): Promise<void> {
  for (const accountId of all) {
    const errors = [
      ...(await findMonthCountErrors(ctx, accountId)),
      ...(await findStorageUsageErrors(ctx, accountId)),
      ...(await findAlbumCountErrors(ctx, accountId)),
    ]
    verify(errors.length === 0, `summaries of ${accountId}: ${JSON.stringify(errors.slice(0, 3))}`)
  }
  const sizes = await getLibrarySizes(ctx.db, all)
  const { rows } = await sql<{ account_id: string; photos: number; bytes: number }>`
    select account_id, count(*)::int as photos, sum(size)::float8 as bytes from photos
    where account_id = any(${all}::text[]) and deleted_at is null group by account_id`.execute(ctx.db)
  for (const { account_id, ...size } of rows)
    verify(JSON.stringify(sizes.get(account_id)) === JSON.stringify(size), 'sizes of libraries')
  await verifyMonthPages(ctx, large[0]!)
}

/**
 * Verifies that pages at the start, in the middle and at the end of a month equal its photos, read and sorted without
 * the pages' index.
 */
async function verifyMonthPages({ db }: Context, accountId: string): Promise<void> {
  const { rows } = await sql<{ photo_id: string }>`
    select photo_id from (select * from photos where account_id = ${accountId} offset 0) library
    where taken_month = ${MONTH.month} and deleted_at is null order by taken_sort desc, photo_id desc`.execute(
    db,
  )
  const ends = await listMonthIndex(db, accountId, MONTH, NEWEST, INDEX_STEP)
  for (const cursor of [null, ends[Math.floor(ends.length / 2)]!, ends.at(-1)!]) {
    const from = cursor ? rows.findIndex(row => row.photo_id === cursor.id) + 1 : 0
    const page = await listMonthPhotos(db, accountId, MONTH, NEWEST, cursor, TIMELINE_PAGE)
    const expectedIds = rows.slice(from, from + TIMELINE_PAGE).map(row => row.photo_id)
    verify(page.rows.map(row => row.photo_id).join() === expectedIds.join(), `the page after ${from} photos`)
  }
}
