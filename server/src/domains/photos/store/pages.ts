import { type SqlBool, sql } from 'kysely'
import type { SortKey } from '#contract/photos.ts'
import type { Reader } from '../../../context.ts'
import { everyNthRow } from '../../../platform/db/every-nth-row.ts'
import type { Cursor } from '../cursor.ts'
import { after, before, inMonth, inMonthAfter, type Order, orderBy } from './order.ts'
import { type PhotoRow, selectLibraryPhotos } from './photos.ts'

/** A page and the cursor of the next one; null at the end. One extra row is read to find the end. */
export interface Page {
  rows: PhotoRow[]
  next: Cursor | null
}

/** One page of a month. */
export async function listMonthPhotos(
  db: Reader,
  accountId: string,
  month: { groupBy: SortKey; month: number },
  order: Order,
  cursor: Cursor | null,
  limit: number,
): Promise<Page> {
  const rows = await selectLibraryPhotos(db, accountId)
    .selectAll()
    .where(inMonthAfter(month.groupBy, month.month, order, cursor))
    .orderBy(orderBy(order))
    .limit(limit + 1)
    .execute()
  return page(rows, order, limit)
}

/** One page of the whole library; photos without a date come last in either order (OP-08). */
export async function listLibraryPhotos(
  db: Reader,
  accountId: string,
  order: Order,
  cursor: Cursor | null,
  limit: number,
): Promise<Page> {
  const part = (unknown: boolean | null, from: Cursor | null, count: number) =>
    selectLibraryPhotos(db, accountId)
      .selectAll()
      .$if(unknown !== null, q => q.where('taken_unknown', '=', unknown!))
      .$if(from !== null, q => q.where(after(order, from!)))
      .orderBy(orderBy(order))
      .limit(count)
      .execute()
  if (order.sortKey === 'created') return page(await part(null, cursor, limit + 1), order, limit)
  const known = cursor?.unknown ? [] : await part(false, cursor, limit + 1)
  const rest = limit + 1 - known.length
  const unknown = rest > 0 ? await part(true, cursor?.unknown ? cursor : null, rest) : []
  return page([...known, ...unknown], order, limit)
}

/** Cursors after every full step of a month, in order. */
export async function listMonthIndex(
  db: Reader,
  accountId: string,
  month: { groupBy: SortKey; month: number },
  order: Order,
  step: number,
): Promise<Cursor[]> {
  const photos = selectLibraryPhotos(db, accountId)
    .select(['photo_id', 'taken_sort', 'created_at', 'taken_unknown'])
    .where(inMonth(month.groupBy, month.month))
  const rows = await everyNthRow(db, photos, orderBy(order), step)
  return rows.map(row => cursorOf(row, order))
}

/** Number of photos of the month before this one. */
export async function positionInMonth(
  db: Reader,
  row: PhotoRow,
  month: { groupBy: SortKey; month: number },
  order: Order,
): Promise<number> {
  const { count } = await selectLibraryPhotos(db, row.account_id)
    .select(sql<number>`count(*)::int`.as('count'))
    .where(inMonth(month.groupBy, month.month))
    .where(before(order, cursorOf(row, order)))
    .executeTakeFirstOrThrow()
  return count
}

/** One page of the bin, latest deletion first. */
export async function listDeletedPhotos(
  db: Reader,
  accountId: string,
  cursor: Cursor | null,
  limit: number,
): Promise<Page> {
  const rows = await db
    .selectFrom('photos')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is not', null)
    .where('erased_at', 'is', null)
    .$if(cursor !== null, q =>
      q.where(sql<SqlBool>`(deleted_at, photo_id) < (${cursor!.value}::timestamptz, ${cursor!.id}::uuid)`),
    )
    .orderBy('deleted_at', 'desc')
    .orderBy('photo_id', 'desc')
    .limit(limit + 1)
    .execute()
  const last = rows[limit - 1]
  return {
    rows: rows.slice(0, limit),
    next:
      rows.length > limit && last
        ? { unknown: false, value: last.deleted_at!.toISOString(), id: last.photo_id }
        : null,
  }
}

function page(rows: PhotoRow[], order: Order, limit: number): Page {
  const last = rows[limit - 1]
  return { rows: rows.slice(0, limit), next: rows.length > limit && last ? cursorOf(last, order) : null }
}

const cursorOf = (
  row: Pick<PhotoRow, 'taken_sort' | 'created_at' | 'taken_unknown' | 'photo_id'>,
  order: Order,
): Cursor => ({
  unknown: order.sortKey === 'dateTaken' && row.taken_unknown,
  value: order.sortKey === 'dateTaken' ? row.taken_sort : row.created_at.toISOString(),
  id: row.photo_id,
})
