import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SortKey, SortOrder } from '#contract/photos.ts'
import type { Cursor } from '../cursor.ts'

/** A stable order of photos: by date taken or upload, the id breaking ties. */
export interface Order {
  sortKey: SortKey
  sortOrder: SortOrder
}

/** Months as yyyymm; photos without a date are in UNKNOWN_MONTH (PL-154). */
export const UNKNOWN_MONTH = 197001
/** The month of photos that were taken in January 1970 (NX-244). */
export const JANUARY_1970 = 197000

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
  if (!isCursorInMonth || groupBy !== order.sortKey || (groupBy === 'dateTaken' && month === UNKNOWN_MONTH))
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
const getMonthRange = (month: number) => ({
  from: `${formatIsoMonth(month)}-01`,
  to: `${formatIsoMonth(month % 100 === 12 ? month + 89 : month + 1)}-01`,
})

const toBoundary = (groupBy: SortKey, day: string) =>
  groupBy === 'created' ? sql`${`${day}T00:00:00Z`}::timestamptz` : sql`${day}::timestamp`

const formatIsoMonth = (month: number) =>
  `${String(Math.floor(month / 100)).padStart(4, '0')}-${String(month % 100).padStart(2, '0')}`
