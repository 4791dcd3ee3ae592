import { type Kysely, sql } from 'kysely'

/** Requests to order an order again, so that a repeated request does not create two baskets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table reorder_requests (
    account_id text not null,
    order_code text not null,
    request_id uuid not null,
    requested_at timestamptz not null,
    primary key (account_id, order_code)
  )`.execute(db)
}
