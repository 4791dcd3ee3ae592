import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/schema.ts'
import { addressForTests } from '#server/testing/addresses.ts'

export interface OrdersToFill {
  /** Accounts that the orders belong to in turn, so that the rows of each lie between those of the others. */
  accountIds: readonly string[]
  ordersPerAccount: number
  /** Whole days between two orders of an account, back from now. */
  daysApart: number
}

const ADDRESS = { type: 'Home', ...addressForTests() }
const STATUSES = ['Received', 'Confirmed', 'ProductionStarted', 'ProductionCompleted', 'Dispatched']

/** The states of the statuses. */
const STATES = ['awaiting-payment', 'ordered', 'in-production', 'in-production', 'sent']

/**
 * Inserts orders with two products, steps, a parcel, an address and delivery dates, as the order system sends them. Three
 * statements: a million orders take minutes. The newest ones await payment or production, the others were sent.
 */
export async function fillOrders(db: Kysely<Schema>, options: OrdersToFill): Promise<void> {
  const { accountIds, ordersPerAccount, daysApart } = options
  const orders = sql`
    select account_id, 'B-' || left(md5(account_id), 12) || '-' || n as code, n,
      date_trunc('second', now()) - make_interval(days => (n * ${daysApart})::int, secs => 60 + position) as created
    from generate_series(0, ${ordersPerAccount - 1}::int) n,
      unnest(${[...accountIds]}::text[]) with ordinality account (account_id, position)`
  const statuses = sql`(${STATUSES}::text[])`
  await sql`
    insert into orders (account_id, code, version, created_at, payable_until, body, received_at, updated_at,
      state, placed_year, search_text)
    select account_id, code, 5, created, null, jsonb_build_object(
      'createdAt', to_char(created at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'status', status,
      'history', (select jsonb_agg(jsonb_build_object('status', each, 'at', to_char(created at time zone 'UTC' + make_interval(hours => at::int), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
        from unnest(${statuses}) with ordinality steps (each, at) where at <= array_position(${statuses}, status)),
      'source', 'Keepsake prints',
      'products', jsonb_build_array(
        jsonb_build_object('code', code || '-1', 'article', 'PRINT-10X15-GLOSSY', 'title', '24 prints', 'description', '10 × 15 cm, glossy', 'quantity', 24, 'price', 408, 'history', '[]'::jsonb,
          'paymentChangedDate', to_char(created at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')),
        jsonb_build_object('code', code || '-2', 'article', 'BOOK-21X21-24', 'title', 'Photo book', 'description', '21 × 21 cm', 'quantity', 1, 'price', 2595, 'history', '[]'::jsonb,
          'paymentChangedDate', to_char(created at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))),
      'parcels', case when status = 'Dispatched' then jsonb_build_array(jsonb_build_object('number', 'PL ' || n, 'carrier', 'Postline', 'trackingUrl', 'https://postline.example/' || n,
        'shippedAt', to_char(created at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'productCodes', jsonb_build_array(code || '-1', code || '-2'))) else '[]'::jsonb end,
      'deliveryAddress', ${JSON.stringify(ADDRESS)}::jsonb,
      'total', jsonb_build_object('amount', 3252, 'currency', 'GBP'), 'deliveryCost', 249), created, created,
      (${STATES}::text[])[least(n + 1, 5)], extract(year from created at time zone 'UTC'),
      search || ' ' || search || '1 24 prints 10 15 cm glossy print10x15glossy ' || search || '2 photo book 21 21 cm book21x2124'
    from (select *, lower(replace(code, '-', '')) as search, ${statuses}[least(n + 1, 5)] as status from (${orders}) placed) placed`.execute(
    db,
  )
  await sql`
    insert into order_products (code, account_id, order_code, article)
    select code || '-' || product, account_id, code, case product when 1 then 'PRINT-10X15-GLOSSY' else 'BOOK-21X21-24' end
    from (${orders}) placed, generate_series(1, 2) product`.execute(db)
  await sql`
    insert into order_feeds (feed, key, version, body, updated_at)
    select 'delivery-dates', code, 1, jsonb_build_object('dates', jsonb_build_array(jsonb_build_object(
      'from', to_char(created + interval '3 days', 'YYYY-MM-DD'), 'to', to_char(created + interval '5 days', 'YYYY-MM-DD'), 'productCodes', '[]'::jsonb))), created
    from (${orders}) placed`.execute(db)
}
