import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SortKey, SortOrder } from '#contract/photos.ts'
import type { Cursor } from '../cursor.ts'

/** A stable order of photos: by date taken or upload, the id breaking ties. */
export interface Order {
  sortKey: SortKey
  sortOrder: SortOrder
}

/** Months as yyyymm; photos without a date are in UNKNOWN_MONTH. */
export const UNKNOWN_MONTH = 197001
/** The month of photos that were taken in January 1970. */
export const JANUARY_1970 = 197000
/** Photos of both, for clients that do not tell them apart; never a month of a photo. */
export const JANUARY_1970_OR_UNKNOWN = 197013

/** A month on the wire; `undated` tells photos without a date from those of January 1970. */
export interface CalendarMonth {
  year: number
  month: number
  undated?: boolean | undefined
}

/** Returns the number of a month on the wire. */
export function toMonthNumber({ year, month, undated }: CalendarMonth, groupBy: SortKey): number {
  const number = year * 100 + month
  if (groupBy === 'created' || number !== UNKNOWN_MONTH) return number
  if (undated === undefined) return JANUARY_1970_OR_UNKNOWN
  return undated ? UNKNOWN_MONTH : JANUARY_1970
}

/** Returns a month as it is on the wire. */
export function toCalendarMonth(number: number): Required<CalendarMonth> & { undated: boolean } {
  const month = number === JANUARY_1970 ? UNKNOWN_MONTH : number
  return { year: Math.floor(month / 100), month: month % 100, undated: number === UNKNOWN_MONTH }
}

const toColumn = ({ sortKey }: Order) => sql.raw(sortKey === 'dateTaken' ? 'taken_sort' : 'created_at')
const toSqlType = ({ sortKey }: Order) => sql.raw(sortKey === 'dateTaken' ? 'timestamp' : 'timestamptz')

/** `order by` of a page. */
export const orderBy = (order: Order): RawBuilder<unknown> =>
  sql`${toColumn(order)} ${sql.raw(order.sortOrder)}, photo_id ${sql.raw(order.sortOrder)}`

/** Selects rows after the cursor (keyset pagination, so every page costs the same). */
export const isAfter = (order: Order, cursor: Cursor): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${toColumn(order)}, photo_id) ${sql.raw(order.sortOrder === 'asc' ? '>' : '<')} (${cursor.value}::${toSqlType(order)}, ${cursor.id}::uuid)`

/** Selects rows before the given one. */
export const isBefore = (order: Order, cursor: Cursor): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${toColumn(order)}, photo_id) ${sql.raw(order.sortOrder === 'asc' ? '<' : '>')} (${cursor.value}::${toSqlType(order)}, ${cursor.id}::uuid)`

/** Selects rows of one month of the date taken, or of the upload (UTC). A range, so that the index is used. */
export function isInMonth(groupBy: SortKey, month: number): RawBuilder<SqlBool> {
  const { from, to } = getMonthRange(month)
  if (groupBy === 'created')
    return sql<SqlBool>`created_at >= ${toBoundary(groupBy, from)} and created_at < ${toBoundary(groupBy, to)}`
  if (month === UNKNOWN_MONTH) return sql<SqlBool>`taken_unknown`
  if (month === JANUARY_1970_OR_UNKNOWN)
    return sql<SqlBool>`(taken_unknown or ${isInMonth(groupBy, JANUARY_1970)})`
  return sql<SqlBool>`not taken_unknown and taken_sort >= ${toBoundary(groupBy, from)} and taken_sort < ${toBoundary(groupBy, to)}`
}

/**
 * Selects rows of the month after the cursor. The condition contains only the nearer of cursor and month boundary: with
 * both, the database starts at the boundary and reads all rows up to the cursor.
 */
export function isInMonthAfter(
  groupBy: SortKey,
  month: number,
  order: Order,
  cursor: Cursor | null,
): RawBuilder<SqlBool> {
  const { from, to } = getMonthRange(month)
  const isCursorInMonth = cursor !== null && cursor.value >= from && cursor.value < to
  const hasUnknown = groupBy === 'dateTaken' && (month === UNKNOWN_MONTH || month === JANUARY_1970_OR_UNKNOWN)
  if (!isCursorInMonth || groupBy !== order.sortKey || hasUnknown)
    return cursor === null
      ? isInMonth(groupBy, month)
      : sql<SqlBool>`${isInMonth(groupBy, month)} and ${isAfter(order, cursor)}`
  const monthEnd =
    order.sortOrder === 'desc'
      ? sql`${toColumn(order)} >= ${toBoundary(groupBy, from)}`
      : sql`${toColumn(order)} < ${toBoundary(groupBy, to)}`
  const dateCondition = groupBy === 'dateTaken' ? sql`not taken_unknown and ` : sql``
  return sql<SqlBool>`${dateCondition}${monthEnd} and ${isAfter(order, cursor)}`
}

/** Returns the first day of the month and of the next one. */
function getMonthRange(number: number) {
  const { year, month } = toCalendarMonth(number)
  return {
    from: `${formatIsoMonth(year, month)}-01`,
    to: `${month === 12 ? formatIsoMonth(year + 1, 1) : formatIsoMonth(year, month + 1)}-01`,
  }
}

const toBoundary = (groupBy: SortKey, day: string) =>
  groupBy === 'created' ? sql`${`${day}T00:00:00Z`}::timestamptz` : sql`${day}::timestamp`

const formatIsoMonth = (year: number, month: number) =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
