import { type Selectable, type SqlBool, sql } from 'kysely'
import { type AccountRows, selectAccountRows } from '#server/platform/db/account-rows.ts'
import type { Reader, Tx } from '../../context.ts'
import {
  deleteRows,
  findRow,
  listColumns,
  lockRow,
  lockRows,
  upsertNewerRow,
  upsertRowIf,
} from '../../platform/db/rows.ts'
import { type ListPart, selectPage } from '../../platform/db/select-page.ts'
import {
  type OrderFeedsTable,
  type OrderProductsTable,
  type OrdersTable,
  orderTables,
  type ReorderRequestsTable,
  type StoredState,
} from './tables.ts'

export type OrderRow = Selectable<OrdersTable>

/** A page of an account's orders. */
export interface OrderPage extends ListPart {
  /** Excludes orders whose payment was due at or before this instant. */
  payableAfter?: Date
}

/** Lists orders of an account, newest first, or with `since` by their change. */
export function listOrders(
  db: Reader,
  accountId: string,
  { payableAfter, ...part }: OrderPage,
): Promise<OrderRow[]> {
  const own = db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(payableAfter !== undefined, q =>
      q.where(({ eb, or }) => or([eb('payable_until', 'is', null), eb('payable_until', '>', payableAfter!)])),
    )
  return selectPage(own, part, ORDER).execute()
}

const ORDER = { time: 'created_at', change: 'updated_at', ids: ['code'] } as const

/**
 * Lists orders of an account with a product of one of the articles, newest first. Filters by indexes alone, so that
 * only the orders of the page are read.
 */
export function listOrdersByArticles(
  db: Reader,
  accountId: string,
  articles: readonly string[],
  part: ListPart,
): Promise<OrderRow[]> {
  const codesWithArticles = db
    .selectFrom('order_products')
    .select('order_code')
    .where('account_id', '=', accountId)
    .where('article', 'in', articles)
  const withArticles = db
    .selectFrom('orders')
    .select('code')
    .where('account_id', '=', accountId)
    .where('code', 'in', codesWithArticles)
  return db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('code', 'in', selectPage(withArticles, part, ORDER))
    .orderBy('created_at', 'desc')
    .orderBy('code', 'desc')
    .execute()
}

export function findOrder(db: Reader, accountId: string, code: string): Promise<OrderRow | undefined> {
  return findRow(db, 'orders', { account_id: accountId, code })
}

/** Lists the account's orders with these codes, newest first. */
export async function listOrdersByCode(
  db: Reader,
  accountId: string,
  codes: readonly string[],
): Promise<OrderRow[]> {
  if (codes.length === 0) return []
  return db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`code = any(${codes}::text[])`)
    .orderBy('created_at', 'desc')
    .orderBy('code', 'desc')
    .execute()
}

/** Finds the account's order with this ordered product. */
export async function findProductOrder(
  db: Reader,
  accountId: string,
  productCode: string,
): Promise<OrderRow | undefined> {
  return (await listProductOrders(db, accountId, [productCode]))[0]
}

/** Lists the account's orders with one of these ordered products. */
export async function listProductOrders(
  db: Reader,
  accountId: string,
  productCodes: readonly string[],
): Promise<OrderRow[]> {
  if (productCodes.length === 0) return []
  const codes = db
    .selectFrom('order_products')
    .select('order_code')
    .where('account_id', '=', accountId)
    .where('code', 'in', productCodes)
  return db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('code', 'in', codes)
    .execute()
}

/** Finds the order codes of the account's ordered products with these codes, by product. */
export async function findProductOrders(
  db: Reader,
  accountId: string,
  codes: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('order_products')
    .select(['code', 'order_code'])
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`code = any(${codes}::text[])`)
    .execute()
  return new Map(rows.map(({ code, order_code }) => [code, order_code]))
}

/** Filters the codes to those of the account's orders. */
export async function filterOwnOrders(
  db: Reader,
  accountId: string,
  codes: readonly string[],
): Promise<Set<string>> {
  // One parameter whatever the number of codes: PostgreSQL limits it.
  const { rows } = await sql<{ code: string }>`
    select code from orders where account_id = ${accountId} and code = any(${codes}::text[])`.execute(db)
  return new Set(rows.map(({ code }) => code))
}

/** Filters the codes to those of the account's orders that were delivered or cancelled. */
export async function filterEndedOrders(
  db: Reader,
  accountId: string,
  codes: readonly string[],
): Promise<Set<string>> {
  const orders = await listColumns(db, 'orders', { account_id: accountId, code: codes }, ['code', 'state'])
  return new Set(orders.flatMap(({ code, state }) => (ENDED_STATES.includes(state) ? code : [])))
}

const ENDED_STATES: readonly StoredState[] = ['delivered', 'cancelled']

/** Finds the account of an order. */
export async function findOrderOwner(db: Reader, code: string): Promise<string | undefined> {
  const row = await findRow(db, 'orders', { code }, ['account_id'])
  return row?.account_id
}

/** Query fragment to join: orders with whether they are blocked. */
export const selectOrderBlocks = (db: Reader) =>
  db
    .selectFrom('orders')
    .select([
      'account_id',
      'code',
      sql<boolean>`coalesce((orders.body ->> 'blocked')::boolean, false)`.as('blocked'),
    ])

/**
 * Query fragment: the versions of the account's orders by month of their date in UTC, as those of invoices; of one month
 * (YYYY-MM), if it is given.
 */
export const selectOrderVersions = (db: Reader, accountId: string, month?: string) =>
  db
    .selectFrom('orders')
    .select(['code as id', 'version', 'updated_at as changed_at'])
    .select([
      sql<'order' | 'invoice'>`'order'`.as('type'),
      sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM')`.as('month'),
      sql<string | null>`null::uuid`.as('invoice_id'),
      sql<string>`''`.as('channel'),
      sql<string | null>`null::text`.as('sha256'),
    ])
    .where('account_id', '=', accountId)
    .$if(month !== undefined, q => {
      const start = new Date(`${month}-01`)
      const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1))
      return q.where('created_at', '>=', start).where('created_at', '<', end)
    })

/** Query fragment to join: products of the account's orders, with when their order arrived. */
export const selectOrderArrivals = (db: Reader, accountId: string) =>
  db
    .selectFrom('order_products')
    .innerJoin('orders', 'orders.code', 'order_products.order_code')
    .select(['order_products.code as product_code', 'orders.received_at'])
    .where('orders.account_id', '=', accountId)

/** Locks an order of any account until the transaction ends. */
export function lockOrder(tx: Tx, code: string): Promise<OrderRow | undefined> {
  return lockRow(tx, 'orders', { code })
}

/** Locks these orders of any account, in the order of their codes. */
export const lockOrders = (tx: Tx, codes: readonly string[]): Promise<OrderRow[]> =>
  lockRows(tx, 'orders', { code: codes }, 'code')

/** Inserts an order, or replaces it; false when the code belongs to an order of another account. */
export function upsertOrderRow(
  tx: Tx,
  { account_id, code, body, updated_at, ...columns }: Omit<OrderRow, 'received_at'>,
): Promise<boolean> {
  const values = { ...columns, updated_at, body: JSON.stringify(body) }
  const row = { account_id, code, ...values, received_at: updated_at }
  return upsertRowIf(tx.db, 'orders', ['code'], row, { account_id }, values)
}

/** Replaces the products of an order; false when one of their codes belongs to another order. */
export async function replaceOrderProducts(
  tx: Tx,
  orderCode: string,
  products: readonly Selectable<OrderProductsTable>[],
): Promise<boolean> {
  await deleteRows(tx.db, 'order_products', { order_code: orderCode })
  if (products.length === 0) return true
  const insertedProducts = await tx.db
    .insertInto('order_products')
    .values([...products])
    .onConflict(oc => oc.column('code').doNothing())
    .returning('code')
    .execute()
  return insertedProducts.length === products.length
}

/** Replaces the photos of the products of an order. */
export async function replaceOrderPhotos(
  tx: Tx,
  { account_id, code, body }: Pick<OrderRow, 'account_id' | 'code' | 'body'>,
): Promise<void> {
  await deleteRows(tx.db, 'order_photos', { order_code: code })
  const pairs = body.products.flatMap(({ code: product, photoId, photoIds = [] }) =>
    [...new Set(photoId ? [photoId, ...photoIds] : photoIds)].map(photo => ({ product, photo })),
  )
  if (pairs.length === 0) return
  // Two parameters whatever the number of photos: PostgreSQL limits it.
  await sql`
    insert into order_photos (account_id, photo_id, product_code, order_code)
    select ${account_id}, photo_id, product_code, ${code}
    from unnest(${pairs.map(({ photo }) => photo)}::uuid[], ${pairs.map(({ product }) => product)}::text[])
      as pairs (photo_id, product_code)`.execute(tx.db)
}

/** Lists products of the account's orders with the photos that they contain; only those of these photos, if given. */
export async function listPhotosOfOrders(
  db: Reader,
  accountId: string,
  photoIds: readonly string[] | undefined,
): Promise<{ photo_id: string; product_code: string; order_code: string; created_at: Date }[]> {
  return db
    .selectFrom('order_photos')
    .innerJoin('orders', 'orders.code', 'order_photos.order_code')
    .select(['photo_id', 'product_code', 'order_code', 'orders.created_at'])
    .where('order_photos.account_id', '=', accountId)
    .$if(photoIds !== undefined, q => q.where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`))
    .execute()
}

/** Lists codes and titles of an account's ordered products that contain photos of its library, newest first. */
export async function listOrderedTitles(
  db: Reader,
  accountId: string,
): Promise<{ code: string; title: string }[]> {
  const { rows } = await sql<{ code: string; title: string }>`
    select product ->> 'code' as code, product ->> 'title' as title
    from orders, jsonb_array_elements(orders.body -> 'products') as product
    where account_id = ${accountId} and product ->> 'code' in (
      select product_code from order_photos where account_id = ${accountId}
    )
    order by created_at desc`.execute(db)
  return rows
}

/** Reads the version of an account's orders and of a campaign; null for an account without orders. */
export async function readOrderListVersion(
  db: Reader,
  accountId: string,
  campaign: string | undefined,
): Promise<string | null> {
  const row = await db
    .selectFrom('order_list_versions')
    .select(['version', selectCampaignVersion(db, campaign ?? '').as('campaign')])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? `${row.version} ${row.campaign ?? ''}` : null
}

const selectCampaignVersion = (db: Reader, name: string) =>
  db.selectFrom('order_feeds').select('version').where('feed', '=', 'campaign').where('key', '=', name)

/** Finds the next payment deadline of the account's orders after `after`; null when none awaits payment. */
export async function findNextPaymentEnd(db: Reader, accountId: string, after: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.min('payable_until').as('end'))
    .where('account_id', '=', accountId)
    .where('payable_until', '>', after)
    .executeTakeFirst()
  return row?.end ?? null
}

type Feed = OrderFeedsTable['feed']

export function findFeed(
  db: Reader,
  feed: Feed,
  key: string,
): Promise<Pick<Selectable<OrderFeedsTable>, 'version' | 'body' | 'promised'> | undefined> {
  return findRow(db, 'order_feeds', { feed, key }, ['version', 'body', 'promised'])
}

/** Stores a state unless the stored version is the same or higher; returns whether it did. */
export async function upsertFeed(
  tx: Tx,
  { body, promised, ...columns }: Selectable<OrderFeedsTable>,
): Promise<boolean> {
  const row = { ...columns, body: JSON.stringify(body), promised: promised && JSON.stringify(promised) }
  return upsertNewerRow(tx, 'order_feeds', ['feed', 'key'], row)
}

export async function countOrders(db: Reader, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

/** Copies number, date and amount of the account's orders to the records that outlive its erasure. */
export async function insertOrderRecords(tx: Tx, accountId: string): Promise<void> {
  await sql`
    insert into order_records (code, created_at, amount, currency)
    select code, created_at, (body -> 'total' ->> 'amount')::bigint, body -> 'total' ->> 'currency'
    from orders where account_id = ${accountId}
    on conflict (code) do nothing`.execute(tx.db)
}

/**
 * Returns the id of the request to order an order again: that of the stored request, unless it was made before `since`
 * or an order of the account has arrived after it; then the given one, which is stored.
 */
export async function upsertReorderRequest(
  tx: Tx,
  request: Selectable<ReorderRequestsTable>,
  since: Date,
): Promise<string> {
  const { account_id, order_code, request_id, requested_at } = request
  const insertedRequest = await tx.db
    .insertInto('reorder_requests')
    .values(request)
    .onConflict(oc =>
      oc
        .columns(['account_id', 'order_code'])
        .doUpdateSet({ request_id, requested_at })
        .where(({ eb, or, exists, selectFrom }) =>
          or([
            eb('reorder_requests.requested_at', '<', since),
            exists(
              selectFrom('orders')
                .select('orders.code')
                .where('orders.account_id', '=', account_id)
                .whereRef('orders.received_at', '>', 'reorder_requests.requested_at'),
            ),
          ]),
        ),
    )
    .returning('request_id')
    .executeTakeFirst()
  if (insertedRequest) return insertedRequest.request_id
  return (await findRow(tx.db, 'reorder_requests', { account_id, order_code }))!.request_id
}

/** Selects the rows of an account, with what the feed says of its orders. */
export const selectAccountOrders = (accountId: string): AccountRows => ({
  order_feeds: sql`from order_feeds where feed = 'delivery-dates'
    and key in (select code from orders where account_id = ${accountId})`,
  ...selectAccountRows(orderTables, accountId),
})
