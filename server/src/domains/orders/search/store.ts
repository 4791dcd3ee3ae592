import { type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import type { OrderRow } from '../store.ts'
import { findStoredState, type SearchColumns } from './search-columns.ts'

/** What the list of found orders is made of. */
export type FoundRow = Pick<OrderRow, 'code' | 'created_at'> & Pick<SearchColumns, 'state' | 'placed_year'>

/**
 * Lists the account's orders with all words in their search text, or with a product of one of the articles; those whose
 * columns are filled. Unpaid ones whose payment was due are left out.
 */
export async function listFoundOrders(
  db: Reader,
  accountId: string,
  { words, articles, now }: { words: readonly string[]; articles: readonly string[]; now: Date },
): Promise<FoundRow[]> {
  const withArticles = sql<SqlBool>`code in (
    select order_code from order_products where account_id = ${accountId} and article = any(${articles}::text[]))`
  // Normalized words have no characters with a meaning for LIKE. `all` of no patterns is true.
  const patterns = words.map(word => `%${word}%`)
  const withWords = sql<SqlBool>`search_text like all(${patterns}::text[])`
  const rows = await db
    .selectFrom('orders')
    .select(['code', 'created_at', 'state', 'placed_year'])
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`search_version = version`)
    .where(sql<SqlBool>`(payable_until is null or payable_until > ${now})`)
    .$if(words.length > 0, q =>
      q.where(articles.length > 0 ? sql<SqlBool>`(${withWords} or ${withArticles})` : withWords),
    )
    .execute()
  return rows as FoundRow[]
}

/** Lists the account's orders whose columns are not filled for their version, by the index of these. */
export const listUnfilledOrders = (db: Reader, accountId: string, now: Date): Promise<OrderRow[]> =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`search_version is distinct from version`)
    .where(sql<SqlBool>`(payable_until is null or payable_until > ${now})`)
    .execute()

/** Lists orders of all accounts after a position whose columns are not filled. */
export const listOrdersToFill = (
  db: Reader,
  after: { accountId: string; code: string },
  limit: number,
): Promise<Pick<OrderRow, 'account_id' | 'code' | 'version' | 'body'>[]> =>
  db
    .selectFrom('orders')
    .select(['account_id', 'code', 'version', 'body'])
    .where(sql<SqlBool>`search_version is distinct from version`)
    .where(sql<SqlBool>`(account_id, code) > (${after.accountId}, ${after.code})`)
    .orderBy('account_id')
    .orderBy('code')
    .limit(limit)
    .execute()

/** Fills the columns of orders as far as each still has the version that they were made of. */
export async function fillSearchColumns(
  tx: Tx,
  rows: readonly (SearchColumns & { code: string })[],
): Promise<void> {
  const column = <Name extends keyof (typeof rows)[number]>(name: Name) => rows.map(row => row[name])
  await sql`
    update orders set state = filled.state, placed_year = filled.placed_year,
      search_text = filled.search_text, search_version = filled.search_version
    from unnest(${column('code')}::text[], ${column('state')}::text[], ${column('placed_year')}::int[],
      ${column('search_text')}::text[], ${column('search_version')}::int[])
      as filled (code, state, placed_year, search_text, search_version)
    where orders.code = filled.code and orders.version = filled.search_version`.execute(tx.db)
}

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
