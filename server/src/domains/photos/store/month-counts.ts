import { type SqlBool, sql } from 'kysely'
import type { SortKey } from '#contract/photos.ts'
import type { Reader, Tx } from '../../../context.ts'
import { deleteRows, listColumns } from '../../../platform/db/rows.ts'
import type { MonthCountsTable } from '../tables.ts'
import { JANUARY_1970, JANUARY_1970_OR_UNKNOWN, UNKNOWN_MONTH } from './order.ts'
import { type PhotoRow, selectBinCount, selectLibraryPhotos } from './photos.ts'

type MonthColumns = Pick<PhotoRow, 'taken_month' | 'created_month'>

/** Adds `by` per photo to the month summary, in the transaction that changes the photos. Months that reach zero are deleted. */
export async function updateMonthCounts(
  tx: Tx,
  accountId: string,
  photos: readonly MonthColumns[],
  delta: 1 | -1,
): Promise<void> {
  if (photos.length === 0) return
  const deltas = new Map<string, number>()
  for (const photo of photos)
    for (const key of [`created ${photo.created_month}`, `dateTaken ${photo.taken_month}`])
      deltas.set(key, (deltas.get(key) ?? 0) + delta)
  // Every transaction writes months in this order, so that two never deadlock.
  const rows = [...deltas]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, photos]) => {
      const [groupBy, month] = key.split(' ') as [SortKey, string]
      return { account_id: accountId, group_by: groupBy, month: Number(month), photos }
    })
  if (delta === 1) await incrementMonthCounts(tx, rows)
  else await decrementMonthCounts(tx, accountId, rows)
}

/**
 * Moves photos between months of the date taken, in the transaction that has changed them: the version of the library, which that change
 * has locked, keeps other transactions of the account away, so that both parts cannot deadlock.
 */
export async function moveBetweenMonths(
  tx: Tx,
  accountId: string,
  moves: readonly { from: number; to: number }[],
): Promise<void> {
  const deltas = new Map<number, number>()
  for (const { from, to } of moves)
    for (const [month, delta] of [
      [from, -1],
      [to, 1],
    ] as const)
      deltas.set(month, (deltas.get(month) ?? 0) + delta)
  const rows = [...deltas]
    .filter(([, delta]) => delta !== 0)
    .sort(([a], [b]) => a - b)
    .map(([month, delta]) => ({
      account_id: accountId,
      group_by: 'dateTaken' as const,
      month,
      photos: delta,
    }))
  const added = rows.filter(row => row.photos > 0)
  const removed = rows.filter(row => row.photos < 0)
  if (added.length > 0) await incrementMonthCounts(tx, added)
  if (removed.length > 0) await decrementMonthCounts(tx, accountId, removed)
}

const incrementMonthCounts = (tx: Tx, rows: MonthCountsTable[]) =>
  tx.db
    .insertInto('month_counts')
    .values(rows)
    .onConflict(oc =>
      oc.columns(['account_id', 'group_by', 'month']).doUpdateSet({
        photos: sql<number>`month_counts.photos + excluded.photos`,
      }),
    )
    .execute()

async function decrementMonthCounts(
  tx: Tx,
  accountId: string,
  rows: { group_by: SortKey; month: number; photos: number }[],
) {
  const groups = rows.map(row => row.group_by)
  const months = rows.map(row => row.month)
  const changedMonths = sql`unnest(${groups}::text[], ${months}::int[], ${rows.map(row => row.photos)}::int[])
    as changed (group_by, month, photos)`
  await sql`select 1 from month_counts m join ${changedMonths} using (group_by, month)
    where m.account_id = ${accountId} order by m.group_by, m.month for update of m`.execute(tx.db)
  await sql`update month_counts m set photos = m.photos + changed.photos from ${changedMonths}
    where m.account_id = ${accountId} and m.group_by = changed.group_by and m.month = changed.month`.execute(
    tx.db,
  )
  await deleteRows(tx.db, 'month_counts', { account_id: accountId, photos: 0 })
}

export function listMonthCounts(
  db: Reader,
  accountId: string,
  groupBy: SortKey,
): Promise<{ month: number; photos: number }[]> {
  const key = { account_id: accountId, group_by: groupBy }
  return listColumns(db, 'month_counts', key, ['month', 'photos'], 'month')
}

/** Counts the photos in the library, from the summary. */
export async function countPhotos(db: Reader, accountId: string): Promise<number> {
  return (await selectPhotoCount(db, accountId).executeTakeFirstOrThrow()).count
}

const selectPhotoCount = (db: Reader, accountId: string) =>
  db
    .selectFrom('month_counts')
    .select(sql<number>`coalesce(sum(photos), 0)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('group_by', '=', 'dateTaken')

/** Filters the accounts to those with photos in their library. */
export async function listAccountsWithPhotos(
  db: Reader,
  accountIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('month_counts')
    .select('account_id')
    .distinct()
    .where(sql<SqlBool>`account_id = any(${accountIds}::text[])`)
    .execute()
  return new Set(rows.map(row => row.account_id))
}

/** Returns the number of photos in the library and in the bin, as columns of a query. */
export const selectLibraryCounts = (db: Reader, accountId: string) =>
  [selectPhotoCount(db, accountId).as('photos'), selectBinCount(db, accountId).as('bin')] as const

export async function countPhotosInMonth(
  db: Reader,
  accountId: string,
  groupBy: SortKey,
  month: number,
): Promise<number> {
  const row = await db
    .selectFrom('month_counts')
    .select(sql<number>`coalesce(sum(photos), 0)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('group_by', '=', groupBy)
    .where('month', 'in', month === JANUARY_1970_OR_UNKNOWN ? [JANUARY_1970, UNKNOWN_MONTH] : [month])
    .executeTakeFirstOrThrow()
  return row.count
}

/** Finds the month of most photos with a date that were added in a period, besides the given ones; null without any. */
export async function findFrequentMonth(
  db: Reader,
  accountId: string,
  { from, until, except }: { from: Date; until: Date; except: readonly string[] },
): Promise<number | null> {
  const row = await selectLibraryPhotos(db, accountId)
    .select('taken_month')
    .where('created_at', '>=', from)
    .where('created_at', '<=', until)
    .where('taken_unknown', '=', false)
    .where(sql<SqlBool>`not (photo_id = any(${except}::uuid[]))`)
    .groupBy('taken_month')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('taken_month', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.taken_month ?? null
}
