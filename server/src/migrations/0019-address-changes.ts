import { type Kysely, sql } from 'kysely'

/** Changes of the delivery address of an order; at most one of an order is neither applied nor refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table order_address_changes (
    change_id uuid primary key,
    account_id text not null,
    order_code text not null,
    state text not null,
    address jsonb not null,
    previous_address jsonb not null,
    refusal text,
    requested_at timestamptz not null,
    updated_at timestamptz not null,
    mailed_at timestamptz
  )`,
  `create index order_address_changes_by_order on order_address_changes (order_code, requested_at desc)`,
  `create index order_address_changes_by_account on order_address_changes (account_id)`,
  `create unique index order_address_changes_open on order_address_changes (order_code)
    where state in ('requested', 'sent')`,
  `create index order_address_changes_requested on order_address_changes (requested_at) where state = 'requested'`,
]
