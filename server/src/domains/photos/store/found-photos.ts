import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SortKey } from '#contract/photos.ts'
import type { Reader } from '../../../context.ts'
import { selectEveryNthRow } from '../../../platform/db/every-nth-row.ts'
import type { Cursor } from '../cursor.ts'
import { CONDITIONS_MAX, type CompiledFilter } from '../search/compile-filter.ts'
import { EXACTNESS, formatDay, type YearSpan } from '../search/taken-ranges.ts'
import { isAfter, isInMonth, type Order, orderBy, UNKNOWN_MONTH } from './order.ts'
import { type Page, readPage, type SortedPhoto, toCursor, toPage } from './pages.ts'
import { findPhotos } from './photos.ts'

/** Lists one page of the photos that a filter finds; those without a date come last in either order. */
export async function listFoundPhotos(
  db: Reader,
  accountId: string,
  filter: CompiledFilter,
  order: Order,
  cursor: Cursor | null,
  limit: number,
): Promise<Page> {
  const page = await readPage(order, cursor, limit, (condition, count) =>
    listFoundKeys(db, accountId, filter, condition, order, count),
  )
  return readPhotos(db, accountId, page)
}

/** Lists one page of the photos of a month that a filter finds; UNKNOWN_MONTH: those without a date. */
export async function listFoundPhotosOfMonth(
  db: Reader,
  accountId: string,
  filter: CompiledFilter,
  month: { groupBy: SortKey; month: number },
  order: Order,
  cursor: Cursor | null,
  limit: number,
): Promise<Page> {
  const inMonth = isInMonth(month.groupBy, month.month)
  const condition = cursor ? sql<SqlBool>`${inMonth} and ${isAfter(order, cursor)}` : inMonth
  const keys = await listFoundKeys(db, accountId, filter, condition, order, limit + 1)
  return readPhotos(db, accountId, toPage(keys, order, limit))
}

/** Lists cursors after every full step of the photos of a month that a filter finds, and their number. */
export async function listFoundIndex(
  db: Reader,
  accountId: string,
  filter: CompiledFilter,
  month: { groupBy: SortKey; month: number },
  order: Order,
  step: number,
): Promise<{ count: number; cursors: Cursor[] }> {
  const found = selectFound(accountId, filter, isInMonth(month.groupBy, month.month))
  const query = db.selectFrom(sql<SortedPhoto>`(${found})`.as('found')).selectAll()
  const rows = await selectEveryNthRow(db, query as never, orderBy(order), step)
  const { rows: counts } = await sql<{
    count: number
  }>`with found as (${found}) select count(*)::int as count from found`.execute(db)
  return { count: counts[0]!.count, cursors: (rows as SortedPhoto[]).map(key => toCursor(key, order)) }
}

/** Counts the photos that a filter finds, by month; those without a date are in UNKNOWN_MONTH. */
export async function countFoundByMonth(
  db: Reader,
  accountId: string,
  filter: CompiledFilter,
  groupBy: SortKey,
): Promise<{ month: number; photos: number }[]> {
  const value = sql`${selectMonth(groupBy)} as month, count(*)::int as photos`
  const { rows } = await sql<{ month: number; photos: number }>`
    ${selectFromFound(value, accountId, filter)} group by 1`.execute(db)
  return rows
}

/** Counts the photos that each of some filters finds, with one statement. */
export async function countFound(
  db: Reader,
  accountId: string,
  filters: readonly CompiledFilter[],
): Promise<number[]> {
  if (filters.length === 0) return []
  const counts = filters.map(filter => sql`(${selectFromFound(sql`count(*)::int`, accountId, filter)})`)
  const { rows } = await sql<{ photos: number[] }>`select array[${sql.join(counts)}] as photos`.execute(db)
  return rows[0]!.photos
}

/** Lists ids of all photos that a filter finds, or of those in some months. */
export async function listFoundPhotoIds(
  db: Reader,
  accountId: string,
  filter: CompiledFilter,
  inMonths?: { groupBy: SortKey; months: readonly number[] },
): Promise<string[]> {
  const condition = inMonths
    ? sql<SqlBool>`${filter.condition} and ${selectMonth(inMonths.groupBy)} = any(${inMonths.months}::int[])`
    : filter.condition
  const { rows } = await sql<{ photo_id: string }>`
    ${selectFromFound(sql`f.photo_id`, accountId, { ...filter, condition })}`.execute(db)
  return rows.map(row => row.photo_id)
}

/** The month of a photo as a column; those without a date are in UNKNOWN_MONTH. */
const selectMonth = (groupBy: SortKey) =>
  groupBy === 'created'
    ? sql`to_char(f.created_at at time zone 'UTC', 'YYYYMM')::int`
    : sql`case when f.taken_unknown then ${sql.raw(String(UNKNOWN_MONTH))} else f.taken_month end`

/** Finds the years of the library's first and last photo; none: the current year would find nothing, either. */
export async function findYearSpan(db: Reader, accountId: string): Promise<YearSpan> {
  const select = (direction: 'asc' | 'desc') => sql`(
    select extract(year from taken_sort)::int from photo_facts
    where account_id = ${accountId} and in_library and not taken_unknown order by taken_sort ${sql.raw(direction)} limit 1)`
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select ${select('asc')} as first, ${select('desc')} as last`.execute(db)
  const { first, last } = rows[0]!
  return { first: first ?? 2000, last: last ?? 2000 }
}

const KEY = sql.raw('photo_id, taken_sort, taken_unknown, created_at')

async function listFoundKeys(
  db: Reader,
  accountId: string,
  filter: CompiledFilter,
  condition: RawBuilder<SqlBool>,
  order: Order,
  limit: number,
): Promise<SortedPhoto[]> {
  const { rows } = await sql<SortedPhoto>`
    with found as (${selectFound(accountId, filter, condition)}) select * from found
    order by ${orderBy(order)} limit ${limit}`.execute(db)
  return rows
}

/**
 * Query: the photos that a filter and the condition find, which the database can read in the order of an index: few for a page.
 * Those of a list are read as a whole, behind `offset 0`: it would go through all photos in their order and look up each in the
 * list.
 */
function selectFound(accountId: string, filter: CompiledFilter, condition: RawBuilder<SqlBool>) {
  const where = sql`f.account_id = ${accountId} and f.in_library and ${filter.condition} and ${filter.rangesCondition}
    and ${condition}`
  if (filter.lists.length === 0) return sql`select ${KEY} from photo_facts f where ${where}`
  return sql`with ${listPhotos(filter)}
    select ${KEY} from listed join photo_facts f using (photo_id) where ${where} offset 0`
}

/**
 * Query for a value of all photos that a filter finds. Ranges of dates are joined from an array, so that each is a part of the index;
 * for more than some, as all Sundays, photos are read once.
 */
function selectFromFound(value: RawBuilder<unknown>, accountId: string, filter: CompiledFilter) {
  const where = sql`f.account_id = ${accountId} and f.in_library and ${filter.condition}`
  if (filter.lists.length > 0)
    return sql`with ${listPhotos(filter)}
      select ${value} from listed join photo_facts f using (photo_id) where ${where} and ${filter.rangesCondition}`
  const { ranges } = filter
  if (ranges === null || ranges.length > CONDITIONS_MAX)
    return sql`select ${value} from photo_facts f where ${where} and ${filter.rangesCondition}`
  const [from, to] = [ranges.map(range => formatDay(range.from)), ranges.map(range => formatDay(range.to))]
  const exactness = ranges.map(range => EXACTNESS.indexOf(range.exactness))
  return sql`select ${value}
    from unnest(${from}::timestamp[], ${to}::timestamp[], ${exactness}::int[]) as range (first, after_last, exactness)
    join photo_facts f on f.taken_sort >= range.first and f.taken_sort < range.after_last
      and range.exactness >= case f.taken_precision when 'year' then 2 when 'month' then 1 else 0 end
    where ${where}`
}

/** The photos that are in all lists of a filter, as a common table expression. */
const listPhotos = ({ lists }: CompiledFilter) =>
  sql`listed as materialized (${sql.join(
    lists.map(list => sql`(${list})`),
    sql` intersect `,
  )})`

async function readPhotos(db: Reader, accountId: string, { rows, next }: Page<SortedPhoto>): Promise<Page> {
  const photos = await findPhotos(
    db,
    accountId,
    rows.map(row => row.photo_id),
  )
  const photoById = new Map(photos.map(photo => [photo.photo_id, photo]))
  return { rows: rows.flatMap(row => photoById.get(row.photo_id) ?? []), next }
}
