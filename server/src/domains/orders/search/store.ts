import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../context.ts'
import type { OrderRow } from '../store.ts'

/** What the list of found orders is made of. */
export type FoundRow = Pick<OrderRow, 'code' | 'created_at' | 'state' | 'placed_year'>

/**
 * Lists the account's orders with all words in their search text, or with a product of one of the articles.
 * Unpaid ones whose payment was due are left out.
 */
export function listFoundOrders(
  db: Reader,
  accountId: string,
  { words, articles, now }: { words: readonly string[]; articles: readonly string[]; now: Date },
): Promise<FoundRow[]> {
  const withArticles = sql<SqlBool>`code in (
    select order_code from order_products where account_id = ${accountId} and article = any(${articles}::text[]))`
  // Normalized words have no characters with a meaning for LIKE. `all` of no patterns is true.
  const patterns = words.map(word => `%${word}%`)
  const withWords = sql<SqlBool>`search_text like all(${patterns}::text[])`
  return db
    .selectFrom('orders')
    .select(['code', 'created_at', 'state', 'placed_year'])
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`(payable_until is null or payable_until > ${now})`)
    .$if(words.length > 0, q =>
      q.where(articles.length > 0 ? sql<SqlBool>`(${withWords} or ${withArticles})` : withWords),
    )
    .execute()
}

/** Lists ids of the photos in an account's orders that are not cancelled, by the retailer or on request. */
export async function listPrintedPhotoIds(db: Reader, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('order_photos')
    .innerJoin('orders', 'orders.code', 'order_photos.order_code')
    .select('photo_id')
    .distinct()
    .where('order_photos.account_id', '=', accountId)
    .where('orders.state', '<>', 'cancelled')
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
