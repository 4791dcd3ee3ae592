import { type Kysely, sql } from 'kysely'

/** Withdrawals from contracts. Triggers renew the versions of the lists of orders that show them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table withdrawals (
    withdrawal_id uuid primary key,
    reference text not null unique,
    account_id text,
    order_code text,
    brand_id text not null,
    locale text not null,
    input jsonb not null,
    statement text not null,
    product_codes jsonb not null,
    is_late boolean not null,
    ended_at timestamptz,
    state text not null,
    reason text,
    label_url text,
    send_back_by timestamptz,
    recipient text not null,
    submitted_at timestamptz not null,
    checked_at timestamptz,
    mailed_at timestamptz,
    delivered_at timestamptz,
    erased_at timestamptz
  )`,
  'create index withdrawals_by_account on withdrawals (account_id, order_code) where account_id is not null',
  'create index withdrawals_by_recipient on withdrawals (recipient, mailed_at) where mailed_at is not null',
  'create index withdrawals_without_account on withdrawals (delivered_at) where account_id is null',
  `create function renew_order_list_versions_by_withdrawal() returns trigger language plpgsql as $$
    begin
      insert into order_list_versions (account_id, version)
        select account_id, gen_random_uuid()
        from (select distinct account_id from changed_rows where account_id is not null order by account_id) accounts
        on conflict (account_id) do update set version = excluded.version;
      return null;
    end
  $$`,
  ...(['insert', 'update', 'delete'] as const).map(
    event => `
  create trigger withdrawals_after_${event} after ${event} on withdrawals
    referencing ${event === 'delete' ? 'old' : 'new'} table as changed_rows
    for each statement execute function renew_order_list_versions_by_withdrawal()`,
  ),
]
