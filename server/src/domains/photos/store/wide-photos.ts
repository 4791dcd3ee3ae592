import { sql } from 'kysely'
import { type SortKey, WIDE_PER_MONTH } from '#contract/photos.ts'
import type { Reader } from '../../../context.ts'
import { getMonthRange, UNKNOWN_MONTH } from './order.ts'

/** Positions by month, as numbers of months. */
export type WidePhotos = ReadonlyMap<number, number[]>

/**
 * Lists the positions of the photos in the library that are at least twice as wide as high, in their months from the newest photo,
 * ascending: the first WIDE_PER_MONTH of each month (NX-254).
 */
export async function listWidePhotos(db: Reader, accountId: string, groupBy: SortKey): Promise<WidePhotos> {
  const months = await listMonthsWithWidePhotos(db, accountId, groupBy)
  if (months.length === 0) return new Map()
  const ranges = months.map(month => getPartRange(groupBy, month))
  const [from, to] = [ranges.map(range => range.from), ranges.map(range => range.to)]
  const photosOfMonth =
    groupBy === 'created'
      ? sql`created_at >= range.first and created_at < range.after_last`
      : sql`taken_unknown = (range.month = ${UNKNOWN_MONTH}) and taken_sort >= range.first and taken_sort < range.after_last`
  const value = sql.raw(groupBy === 'created' ? 'created_at' : 'taken_sort')
  const type = sql.raw(groupBy === 'created' ? 'timestamptz' : 'timestamp')
  // Month by month, so that only these are read, each in the order of an index.
  const { rows } = await sql<{ month: number; position: number }>`
    select range.month, wide.position
    from unnest(${months}::int[], ${from}::${type}[], ${to}::${type}[]) as range (month, first, after_last)
    cross join lateral (
      select position from (
        select ${IS_WIDE} as is_wide, (row_number() over (order by ${value} desc, photo_id desc))::int - 1 as position
        from photo_facts where account_id = ${accountId} and in_library and ${photosOfMonth}
      ) photos where is_wide order by position limit ${WIDE_PER_MONTH}
    ) wide order by range.month, wide.position`.execute(db)
  const positions = new Map<number, number[]>()
  for (const { month, position } of rows) positions.set(month, [...(positions.get(month) ?? []), position])
  return positions
}

/** The condition of the index. */
const IS_WIDE = sql.raw('(height > 0 and width >= 2 * height)')

async function listMonthsWithWidePhotos(db: Reader, accountId: string, groupBy: SortKey): Promise<number[]> {
  const month =
    groupBy === 'created' ? sql`to_char(created_at at time zone 'UTC', 'YYYYMM')::int` : sql`taken_month`
  const { rows } = await sql<{ month: number }>`
    select distinct ${month} as month from photo_facts
    where account_id = ${accountId} and in_library and ${IS_WIDE}`.execute(db)
  return rows.map(row => row.month)
}

/** Returns the range of the sort value in a month; photos without a date are sorted by their upload. */
function getPartRange(groupBy: SortKey, month: number) {
  if (groupBy === 'dateTaken' && month === UNKNOWN_MONTH) return { from: '-infinity', to: 'infinity' }
  const { from, to } = getMonthRange(month)
  return groupBy === 'created' ? { from: `${from}T00:00:00Z`, to: `${to}T00:00:00Z` } : { from, to }
}
