import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type SortKey, WIDE_PER_MONTH } from '#contract/photos.ts'
import type { Reader } from '../../../context.ts'
import { cutPage } from '../../../platform/db/cut-page.ts'
import { selectEveryNthRow } from '../../../platform/db/every-nth-row.ts'
import { selectAsJson } from '../../../platform/db/select-as-json.ts'
import type { Cursor } from '../cursor.ts'
import { isAfter, isBefore, isInMonth, isInMonthAfter, type Order, orderBy } from './order.ts'
import { type PhotoRow, PRESENTED_COLUMNS, type PresentedPhoto, selectLibraryPhotos } from './photos.ts'

/** A page and the cursor of the next one; null at the end. One extra row is read to find the end. */
export interface Page<Row = PresentedPhoto> {
  rows: Row[]
  next: Cursor | null
}

/** Lists one page of a month. */
export async function listMonthPhotos(
  db: Reader,
  accountId: string,
  month: { groupBy: SortKey; month: number },
  order: Order,
  cursor: Cursor | null,
  limit: number,
): Promise<Page> {
  const where = isInMonthAfter(month.groupBy, month.month, order, cursor)
  return toPage(await readLibraryRows(db, accountId, where, order, limit + 1), order, limit)
}

/** Lists one page of the whole library; photos without a date come last in either order. */
export async function listLibraryPhotos(
  db: Reader,
  accountId: string,
  order: Order,
  cursor: Cursor | null,
  limit: number,
): Promise<Page> {
  return readPage(order, cursor, limit, (where, count) => readLibraryRows(db, accountId, where, order, count))
}

/** Reads a page by its parts, which are conditions; photos without a date come last in either order. */
export async function readPage<Row extends SortedPhoto>(
  order: Order,
  cursor: Cursor | null,
  limit: number,
  read: (where: RawBuilder<SqlBool>, limit: number) => Promise<Row[]>,
): Promise<Page<Row>> {
  const readPart = (part: RawBuilder<SqlBool>, from: Cursor | null, count: number) =>
    read(from ? sql<SqlBool>`${part} and ${isAfter(order, from)}` : part, count)
  if (order.sortKey === 'created') return toPage(await readPart(sql`true`, cursor, limit + 1), order, limit)
  const datedRows = cursor?.unknown ? [] : await readPart(sql`not taken_unknown`, cursor, limit + 1)
  const remaining = limit + 1 - datedRows.length
  const undatedRows =
    remaining > 0 ? await readPart(sql`taken_unknown`, cursor?.unknown ? cursor : null, remaining) : []
  return toPage([...datedRows, ...undatedRows], order, limit)
}

/** Lists cursors after every full step of a month, in order. */
export async function listMonthIndex(
  db: Reader,
  accountId: string,
  month: { groupBy: SortKey; month: number },
  order: Order,
  step: number,
): Promise<Cursor[]> {
  const photos = selectLibraryPhotos(db, accountId)
    .select(['photo_id', 'taken_sort', 'created_at', 'taken_unknown'])
    .where(isInMonth(month.groupBy, month.month))
  const rows = await selectEveryNthRow(db, photos, orderBy(order), step)
  return rows.map(row => toCursor(row, order))
}

/** Returns the number of photos of the month before this one. */
export async function countEarlierPhotosInMonth(
  db: Reader,
  row: PhotoRow,
  month: { groupBy: SortKey; month: number },
  order: Order,
): Promise<number> {
  const { count } = await selectLibraryPhotos(db, row.account_id)
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isInMonth(month.groupBy, month.month))
    .where(isBefore(order, toCursor(row, order)))
    .executeTakeFirstOrThrow()
  return count
}

export type BinPhoto = PresentedPhoto & {
  deleted_at: Date
  expired_at: Date | null
  erase_entry: string | null
}

/** Lists one page of the bin, latest deletion first. */
export async function listDeletedPhotos(
  db: Reader,
  accountId: string,
  cursor: Cursor | null,
  limit: number,
): Promise<Page<BinPhoto>> {
  const position = cursor
    ? sql`(deleted_at, photo_id) < (${cursor.value}::timestamptz, ${cursor.id}::uuid)`
    : sql`true`
  const rows = await readRows<BinPhoto>(
    db,
    accountId,
    BIN_COLUMNS,
    sql`deleted_at is not null and erased_at is null and ${position} order by deleted_at desc, photo_id desc limit ${limit + 1}`,
  )
  for (const row of rows) {
    row.deleted_at = new Date(row.deleted_at)
    row.expired_at &&= new Date(row.expired_at)
  }
  return cutPage(rows, limit, last => ({
    unknown: false,
    value: last.deleted_at.toISOString(),
    id: last.photo_id,
  }))
}

/** The account is known from the query. */
const ROW_COLUMNS = PRESENTED_COLUMNS.filter(column => column !== 'account_id')
const PAGE_COLUMNS = [...ROW_COLUMNS, 'taken_sort', 'taken_unknown'] as const
const BIN_COLUMNS = [...ROW_COLUMNS, 'deleted_at', 'expired_at', 'erase_entry'] as const
type PageRow = PresentedPhoto & Pick<PhotoRow, 'taken_sort' | 'taken_unknown'>

/**
 * Reads photos in the library. Plain SQL, because for these columns the query builder takes as long as their
 * presentation.
 */
const readLibraryRows = (
  db: Reader,
  accountId: string,
  where: RawBuilder<unknown>,
  order: Order,
  limit: number,
): Promise<PageRow[]> =>
  readRows(
    db,
    accountId,
    PAGE_COLUMNS,
    sql`deleted_at is null and ${where} order by ${orderBy(order)} limit ${limit}`,
  )

/** Reads rows whose columns common to all photos are parsed; other instants are text. */
async function readRows<Row extends PresentedPhoto>(
  db: Reader,
  accountId: string,
  columns: readonly Exclude<keyof Row & string, 'account_id'>[],
  condition: RawBuilder<unknown>,
): Promise<Row[]> {
  const from = sql`from photos where account_id = ${accountId} and ${condition}`
  const rows = (await selectAsJson(db, columns, from)) as unknown as Row[]
  for (const row of rows) {
    row.account_id = accountId
    row.created_at = new Date(row.created_at)
  }
  return rows
}

/** Returns the page of `limit` rows, of which one more was read. */
export const toPage = <Row extends SortedPhoto>(rows: Row[], order: Order, limit: number): Page<Row> =>
  cutPage(rows, limit, last => toCursor(last, order))

/** The columns by which photos are sorted. */
export type SortedPhoto = Pick<PhotoRow, 'taken_sort' | 'created_at' | 'taken_unknown' | 'photo_id'>

export const toCursor = (row: SortedPhoto, order: Order): Cursor => ({
  unknown: row.taken_unknown,
  value: order.sortKey === 'dateTaken' ? row.taken_sort : row.created_at.toISOString(),
  id: row.photo_id,
})

/** Positions by the number of the month. */
type WidePhotos = ReadonlyMap<number, readonly number[]>

/**
 * Lists the positions of the photos in the library that are at least twice as wide as high, in their months from the newest photo,
 * ascending: the first WIDE_PER_MONTH of each month. Counts the photos from each wide one to the next newer one, or to the
 * end of the month, in the index of the order alone: numbering all photos of the months takes several times as long.
 */
export async function listWidePhotos(db: Reader, accountId: string, groupBy: SortKey): Promise<WidePhotos> {
  const { value, month, monthEnd, isComparable } = groupBy === 'created' ? BY_CREATED : BY_TAKEN
  const { rows } = await sql<{ month: number; newer: number }>`
    with wide as materialized (
      select ${month} as month, ${value} as value, photo_id, taken_unknown,
        lag(${value}, 1, ${monthEnd}) over newest as newer_value,
        lag(photo_id, 1, '00000000-0000-0000-0000-000000000000') over newest as newer_id,
        row_number() over newest as number
      from photo_facts
      where account_id = ${accountId} and in_library and height > 0 and width >= 2 * height
      window newest as (partition by ${month} order by ${value} desc, photo_id desc)
    )
    select month, (
      select count(*)::int from photo_facts f
      where f.account_id = ${accountId} and f.in_library and ${isComparable}
        and (f.${value}, f.photo_id) > (wide.value, wide.photo_id)
        and (f.${value}, f.photo_id) <= (wide.newer_value, wide.newer_id)
    ) as newer
    from wide where number <= ${WIDE_PER_MONTH} order by month, number`.execute(db)
  const positions = new Map<number, number[]>()
  for (const { month, newer } of rows) {
    const ofMonth = positions.get(month) ?? []
    ofMonth.push((ofMonth.at(-1) ?? 0) + newer)
    positions.set(month, ofMonth)
  }
  return positions
}

const BY_TAKEN = {
  value: sql.raw('taken_sort'),
  month: sql.raw('taken_month'),
  // Photos without a date are sorted by their upload.
  monthEnd: sql.raw(
    `case when taken_unknown then 'infinity' else date_trunc('month', taken_sort) + interval '1 month' end`,
  ),
  isComparable: sql.raw('f.taken_unknown = wide.taken_unknown'),
}

const BY_CREATED = {
  value: sql.raw('created_at'),
  month: sql.raw(`to_char(created_at at time zone 'UTC', 'YYYYMM')::int`),
  monthEnd: sql.raw(
    `(date_trunc('month', created_at at time zone 'UTC') + interval '1 month') at time zone 'UTC'`,
  ),
  isComparable: sql.raw('true'),
}
