import { type Kysely, sql } from 'kysely'

/** The photos that ordered products contain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table order_photos (
    account_id text not null,
    photo_id uuid not null,
    product_code text not null,
    order_code text not null,
    primary key (account_id, photo_id, product_code)
  )`,
  `create index order_photos_by_order on order_photos (order_code)`,
  // Orders so far name one photo of each product. A text that is no id was never accepted.
  `insert into order_photos (account_id, photo_id, product_code, order_code)
    select orders.account_id, (product ->> 'photoId')::uuid, product ->> 'code', orders.code
    from orders, jsonb_array_elements(orders.body -> 'products') as product
    where product ->> 'photoId' is not null
    on conflict do nothing`,
]
