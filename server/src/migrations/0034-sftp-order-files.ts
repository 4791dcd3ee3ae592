import { type Kysely, sql } from 'kysely'

/** Order files of business customers, and the orders that they request. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table order_files (
    account_id text not null,
    name text not null,
    content bytea not null,
    is_complete boolean not null,
    issues jsonb,
    request_id text,
    modified_at timestamptz not null,
    primary key (account_id, name)
  )`,
  `create index order_files_by_age on order_files (modified_at)`,
  `create table file_orders (
    request_id text primary key,
    account_id text not null,
    reference text not null,
    content_hash text not null,
    body jsonb not null,
    state text not null,
    refusal text,
    order_codes jsonb,
    created_at timestamptz not null,
    unique (account_id, reference)
  )`,
  `create index file_orders_waiting on file_orders (created_at) where state = 'waiting'`,
]
