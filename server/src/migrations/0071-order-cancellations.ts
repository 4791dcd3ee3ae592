import { type Kysely, sql } from 'kysely'

/** Cancellations of orders; at most one of an order is neither accepted nor refused (0173). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const renewedAfter = (event: 'insert' | 'update' | 'delete') => `
  create trigger order_cancellations_after_${event} after ${event} on order_cancellations
    referencing ${event === 'delete' ? 'old' : 'new'} table as changed_rows
    for each statement execute function renew_order_list_versions()`

const STATEMENTS = [
  `create table order_cancellations (
    cancellation_id uuid primary key,
    account_id text not null,
    order_code text not null,
    state text not null,
    reason text,
    refusal text,
    requested_at timestamptz not null,
    updated_at timestamptz not null,
    mailed_at timestamptz
  )`,
  `create index order_cancellations_by_order on order_cancellations (order_code, requested_at desc)`,
  `create index order_cancellations_by_account on order_cancellations (account_id)`,
  `create unique index order_cancellations_open on order_cancellations (order_code)
    where state in ('requested', 'sent')`,
  renewedAfter('insert'),
  renewedAfter('update'),
  renewedAfter('delete'),
]
