import { type Selectable, type SqlBool, sql } from 'kysely'
import type { SortKey } from '#contract/photos.ts'
import type { Reader, Tx } from '../../context.ts'
import type { Cursor } from './cursor.ts'
import { after, before, inMonth, inMonthAfter, type Order, orderBy } from './order.ts'
import type { PhotosTable } from './tables.ts'

export type PhotoRow = Selectable<PhotosTable>

/** A page and where it ended; `next` is null at the end. One extra row is read to know that. */
export interface Page {
  rows: PhotoRow[]
  next: Cursor | null
}

const live = (db: Reader, accountId: string) =>
  db.selectFrom('photos').where('account_id', '=', accountId).where('deleted_at', 'is', null)

/** One month's page. */
export async function monthPage(
  db: Reader,
  accountId: string,
  month: { groupBy: SortKey; month: number },
  order: Order,
  cursor: Cursor | null,
  limit: number,
): Promise<Page> {
  const rows = await live(db, accountId)
    .selectAll()
    .where(inMonthAfter(month.groupBy, month.month, order, cursor) as never)
    .orderBy(orderBy(order) as never)
    .limit(limit + 1)
    .execute()
  return page(rows, order, limit)
}

/** The whole library; photos without a date come last in either order (OP-08). */
export async function libraryPage(
  db: Reader,
  accountId: string,
  order: Order,
  cursor: Cursor | null,
  limit: number,
): Promise<Page> {
  const part = (unknown: boolean | null, from: Cursor | null, count: number) =>
    live(db, accountId)
      .selectAll()
      .$if(unknown !== null, q => q.where('taken_unknown', '=', unknown!))
      .$if(from !== null, q => q.where(after(order, from!) as never))
      .orderBy(orderBy(order) as never)
      .limit(count)
      .execute()
  if (order.sortKey === 'created') return page(await part(null, cursor, limit + 1), order, limit)
  const known = cursor?.unknown ? [] : await part(false, cursor, limit + 1)
  const rest = limit + 1 - known.length
  const unknown = rest > 0 ? await part(true, cursor?.unknown ? cursor : null, rest) : []
  return page([...known, ...unknown], order, limit)
}

/** Last row of every full step of a month, in order: where the following step starts. */
export async function monthIndex(
  db: Reader,
  accountId: string,
  month: { groupBy: SortKey; month: number },
  order: Order,
  step: number,
): Promise<Cursor[]> {
  const numbered = live(db, accountId)
    .select(['photo_id', 'taken_sort', 'created_at', 'taken_unknown'])
    .select(sql<number>`row_number() over (order by ${orderBy(order)})::int`.as('n'))
    .where(inMonth(month.groupBy, month.month) as never)
  const rows = await db
    .selectFrom(numbered.as('numbered'))
    .selectAll()
    .where(sql<SqlBool>`n % ${step}::int = 0`)
    .orderBy('n')
    .execute()
  return rows.map(row => cursorOf(row, order))
}

/** How many photos of the month stand before this one. */
export async function positionInMonth(
  db: Reader,
  row: PhotoRow,
  month: { groupBy: SortKey; month: number },
  order: Order,
): Promise<number> {
  const { count } = await live(db, row.account_id)
    .select(sql<number>`count(*)::int`.as('count'))
    .where(inMonth(month.groupBy, month.month) as never)
    .where(before(order, cursorOf(row, order)) as never)
    .executeTakeFirstOrThrow()
  return count
}

export async function findPhoto(
  db: Reader,
  accountId: string,
  photoId: string,
): Promise<PhotoRow | undefined> {
  return live(db, accountId).selectAll().where('photo_id', '=', photoId).executeTakeFirst()
}

/** The photo, in the library or in the bin; one that is being erased is missing. */
export async function findKept(
  db: Reader,
  accountId: string,
  photoId: string,
): Promise<PhotoRow | undefined> {
  return db
    .selectFrom('photos')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('photo_id', '=', photoId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
}

/** Rows of these ids, locked, in the library or in the bin; ids that are erased or foreign are missing. */
export async function lockPhotos(
  tx: Tx,
  accountId: string,
  photoIds: readonly string[],
): Promise<PhotoRow[]> {
  return tx.db
    .selectFrom('photos')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('photo_id', 'in', [...photoIds])
    .where('erased_at', 'is', null)
    .orderBy('photo_id')
    .forUpdate()
    .execute()
}

/** The account's next photos by id, locked, wherever they are. */
export async function lockNext(tx: Tx, accountId: string, after: string | null, limit: number) {
  return tx.db
    .selectFrom('photos')
    .select(['photo_id', 'taken_month', 'created_month', 'deleted_at', 'erased_at', 'turn'])
    .where('account_id', '=', accountId)
    .$if(after !== null, q => q.where('photo_id', '>', after!))
    .orderBy('photo_id')
    .limit(limit)
    .forUpdate()
    .execute()
}

/** Photos with these bytes, locked, in the library or in the bin. */
export async function lockPhotosByHash(
  tx: Tx,
  accountId: string,
  hashes: readonly string[],
): Promise<PhotoRow[]> {
  if (hashes.length === 0) return []
  return tx.db
    .selectFrom('photos')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('sha256', 'in', [...hashes])
    .where('erased_at', 'is', null)
    .orderBy('photo_id')
    .forUpdate()
    .execute()
}

/** Of these ids the photos in the library, kept from leaving it until the transaction ends. */
export async function pinPhotos(tx: Tx, accountId: string, photoIds: readonly string[]): Promise<string[]> {
  const rows = await pinned(tx, accountId, photoIds)
  return rows.filter(row => row.deleted_at === null).map(row => row.photo_id)
}

/** Like pinPhotos with those in the bin, which cannot leave it either; what is being erased is not among them. */
export async function pinKept(tx: Tx, accountId: string, photoIds: readonly string[]): Promise<string[]> {
  const rows = await pinned(tx, accountId, photoIds)
  return rows.filter(row => row.erased_at === null).map(row => row.photo_id)
}

/** Found by key alone: asked for live ones only, a database without statistics reads the whole library. */
const pinned = (tx: Tx, accountId: string, photoIds: readonly string[]) =>
  tx.db
    .selectFrom('photos')
    .select(['photo_id', 'deleted_at', 'erased_at'])
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)
    .orderBy('photo_id')
    .forShare()
    .execute()

export async function idsOfMonth(
  db: Reader,
  accountId: string,
  month: { groupBy: SortKey; month: number },
): Promise<string[]> {
  const rows = await live(db, accountId)
    .select('photo_id')
    .where(inMonth(month.groupBy, month.month) as never)
    .execute()
  return rows.map(row => row.photo_id)
}

/** The bin, latest deletion first. */
export async function binPage(
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

/** Photos in the bin. */
export async function countBin(db: Reader, accountId: string): Promise<number> {
  return (await binCount(db, accountId).executeTakeFirstOrThrow()).count
}

/** What `countBin` asks, as a part of a query. */
export const binCount = (db: Reader, accountId: string) =>
  db
    .selectFrom('photos')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is not', null)
    .where('erased_at', 'is', null)

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

/** Of these ids the caller's photos in the library: missing and foreign ones are simply not in the answer. */
export async function readablePhotos(
  db: Reader,
  accountId: string,
  photoIds: readonly string[],
): Promise<PhotoRow[]> {
  if (photoIds.length === 0) return []
  // Found by key alone, as in pinPhotos.
  const rows = await db
    .selectFrom('photos')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)
    .execute()
  return rows.filter(row => row.deleted_at === null)
}
