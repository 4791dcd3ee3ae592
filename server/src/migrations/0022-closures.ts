import { type Kysely, sql } from 'kysely'

/** Closed accounts with a grace period, and the records that outlive the orders of erased accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table customers add column erasing_at timestamptz`,
  // Before this migration an account was marked as deleted only when its erasure started.
  `update customers set erasing_at = deleted_at where deleted_at is not null`,
  `create table closures (
    keep_hash text primary key,
    account_id text,
    state text not null,
    closed_at timestamptz not null,
    erase_at timestamptz not null,
    ended_at timestamptz
  )`,
  `create index closures_by_account on closures (account_id)`,
  `create index closures_due on closures (erase_at) where state in ('closed', 'erasing')`,
  `create table order_records (
    code text primary key,
    created_at timestamptz not null,
    amount bigint,
    currency text
  )`,
]
