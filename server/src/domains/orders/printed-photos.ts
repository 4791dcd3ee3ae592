import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../context.ts'
import { findStoredState } from './search/search-columns.ts'

/** Lists ids of the photos in an account's orders that are not cancelled, by the retailer or on request (NX-211). */
export async function listPrintedPhotoIds(db: Reader, accountId: string): Promise<string[]> {
  const cancelledCodes = await listCancelledWithoutState(db, accountId)
  const rows = await db
    .selectFrom('order_photos')
    .innerJoin('orders', 'orders.code', 'order_photos.order_code')
    .select('photo_id')
    .distinct()
    .where('order_photos.account_id', '=', accountId)
    .where(
      sql<SqlBool>`(orders.state is distinct from 'cancelled' or orders.search_version is distinct from orders.version)`,
    )
    .where(sql<SqlBool>`orders.code <> all(${cancelledCodes}::text[])`)
    .where('orders.code', 'not in', q =>
      q
        .selectFrom('order_cancellations')
        .select('order_code')
        .where('account_id', '=', accountId)
        .where('state', '=', 'accepted'),
    )
    .execute()
  return rows.map(row => row.photo_id)
}

/** Lists the cancelled orders of which an older release wrote the latest version: their column is empty, or of the version before. */
async function listCancelledWithoutState(db: Reader, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['code', 'body'])
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`search_version is distinct from version`)
    .execute()
  return rows.filter(({ body }) => findStoredState(body) === 'cancelled').map(({ code }) => code)
}
