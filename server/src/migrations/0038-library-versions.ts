import { type Kysely, sql } from 'kysely'

/**
 * Versions of libraries. Triggers renew them with every statement that changes photos, in its transaction, so that no
 * writer can forget it, including running processes of an earlier release.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const renewedAfter = (event: string, rows: 'new' | 'old') => `
  create trigger photos_after_${event} after ${event} on photos
    referencing ${rows} table as changed_photos
    for each statement execute function renew_library_versions()`

const STATEMENTS = [
  `create table library_versions (
    account_id text primary key,
    version uuid not null
  ) with (fillfactor = 50)`,
  `insert into library_versions (account_id, version)
    select account_id, gen_random_uuid() from (select distinct account_id from photos) accounts`,
  // In the order of the accounts, so that two statements about several accounts never deadlock.
  `create function renew_library_versions() returns trigger language plpgsql as $$
    begin
      insert into library_versions (account_id, version)
        select account_id, gen_random_uuid()
        from (select distinct account_id from changed_photos order by account_id) accounts
        on conflict (account_id) do update set version = excluded.version;
      return null;
    end
  $$`,
  renewedAfter('insert', 'new'),
  renewedAfter('update', 'new'),
  renewedAfter('delete', 'old'),
]
