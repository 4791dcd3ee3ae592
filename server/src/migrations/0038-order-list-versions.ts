import { type Kysely, sql } from 'kysely'

/**
 * Versions of the lists of orders. Triggers renew them with every statement that changes an order, a change of its
 * address or its delivery dates, in its transaction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const renewal = (name: string, accounts: string) => `
  create function ${name}() returns trigger language plpgsql as $$
    begin
      insert into order_list_versions (account_id, version)
        select account_id, gen_random_uuid() from (${accounts} order by account_id) accounts
        on conflict (account_id) do update set version = excluded.version;
      return null;
    end
  $$`

const renewedAfter = (table: string, renew: string) =>
  (['insert', 'update', 'delete'] as const).map(
    event => `
  create trigger ${table}_after_${event} after ${event} on ${table}
    referencing ${event === 'delete' ? 'old' : 'new'} table as changed_rows
    for each statement execute function ${renew}()`,
  )

const STATEMENTS = [
  `create table order_list_versions (
    account_id text primary key,
    version uuid not null
  ) with (fillfactor = 50)`,
  `insert into order_list_versions (account_id, version)
    select account_id, gen_random_uuid() from (select distinct account_id from orders) accounts`,
  renewal('renew_order_list_versions', 'select distinct account_id from changed_rows'),
  renewal(
    'renew_order_list_versions_by_feed',
    `select distinct orders.account_id from changed_rows
      join orders on orders.code = changed_rows.key where changed_rows.feed = 'delivery-dates'`,
  ),
  ...renewedAfter('orders', 'renew_order_list_versions'),
  ...renewedAfter('order_address_changes', 'renew_order_list_versions'),
  ...renewedAfter('order_feeds', 'renew_order_list_versions_by_feed'),
]
