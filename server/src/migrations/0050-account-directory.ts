import { type Kysely, sql } from 'kysely'

/**
 * The directory of accounts and of shared albums (0112): keys that are unique among all accounts move from distributed
 * tables to these two. Processes of the previous release know neither: for their changes triggers write them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table account_directory (
    account_id text primary key,
    vendor text not null,
    email text not null,
    business boolean not null
  )`,
  `create unique index account_directory_by_email on account_directory (email, vendor)`,
  `create table shared_album_owners (
    album_id uuid primary key,
    account_id text not null
  )`,
  `create index shared_album_owners_by_account on shared_album_owners (account_id)`,
  `create function enter_account_in_directory() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        delete from account_directory where account_id = old.account_id;
      elsif new.deleted_at is null then
        insert into account_directory (account_id, vendor, email, business)
          values (new.account_id, new.vendor, new.email, new.business)
          on conflict (account_id) do update
            set vendor = excluded.vendor, email = excluded.email, business = excluded.business
            where (account_directory.vendor, account_directory.email, account_directory.business)
              is distinct from (excluded.vendor, excluded.email, excluded.business);
      else
        delete from account_directory where account_id = new.account_id;
      end if;
      return null;
    end
  $$`,
  `create trigger customers_in_directory after insert or delete or update of vendor, email, business, deleted_at
    on customers
    for each row execute function enter_account_in_directory()`,
  `create function enter_shared_album_in_directory() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        delete from shared_album_owners where album_id = old.album_id and account_id = old.account_id;
      else
        insert into shared_album_owners (album_id, account_id) values (new.album_id, new.account_id)
          on conflict (album_id) do nothing;
      end if;
      return null;
    end
  $$`,
  `create trigger albums_in_directory after insert or update of shared on albums
    for each row when (new.shared) execute function enter_shared_album_in_directory()`,
  `create trigger deleted_albums_in_directory after delete on albums
    for each row when (old.shared) execute function enter_shared_album_in_directory()`,
  `insert into account_directory (account_id, vendor, email, business)
    select account_id, vendor, email, business from customers where deleted_at is null`,
  `insert into shared_album_owners (album_id, account_id) select album_id, account_id from albums where shared`,
  // The directory has the unique keys; these find rows for the previous release as before.
  `create index customers_by_address on customers (email, vendor) where deleted_at is null`,
  `drop index customers_by_email`,
  `create index albums_shared_by_id on albums (album_id) where shared`,
  `drop index albums_shared`,
]
