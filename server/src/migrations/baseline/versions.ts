/**
 * Triggers renew the version of a library, or of a list of orders, with every statement that changes what its cached
 * answers show, in its transaction, so that no writer can forget it. Accounts are renewed in their order: two
 * statements about several accounts never deadlock.
 */
export const VERSIONS = [
  createRenewal(
    'renew_library_versions',
    'library_versions',
    'select distinct account_id from changed_photos',
  ),
  createTriggers('photos', 'renew_library_versions', 'changed_photos'),
  createRenewal(
    'renew_order_list_versions',
    'order_list_versions',
    'select distinct account_id from changed_rows where account_id is not null',
  ),
  createRenewal(
    'renew_order_list_versions_by_feed',
    'order_list_versions',
    `select distinct orders.account_id from changed_rows
          join orders on orders.code = changed_rows.key where changed_rows.feed = 'delivery-dates'`,
  ),
  ...['orders', 'order_address_changes', 'order_cancellations', 'withdrawals', 'complaints'].map(table =>
    createTriggers(table, 'renew_order_list_versions', 'changed_rows'),
  ),
  createTriggers('order_feeds', 'renew_order_list_versions_by_feed', 'changed_rows'),
].join('\n')

function createRenewal(name: string, versions: string, accounts: string): string {
  return `
create function ${name}() returns trigger language plpgsql as $$
  begin
    insert into ${versions} (account_id, version)
      select account_id, gen_random_uuid() from (${accounts} order by account_id) accounts
      on conflict (account_id) do update set version = excluded.version;
    return null;
  end
$$;`
}

function createTriggers(table: string, renew: string, rows: string): string {
  return (['insert', 'update', 'delete'] as const)
    .map(
      event => `
create trigger ${table}_after_${event} after ${event} on ${table}
  referencing ${event === 'delete' ? 'old' : 'new'} table as ${rows}
  for each statement execute function ${renew}();`,
    )
    .join('')
}
