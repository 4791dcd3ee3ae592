import { type Kysely, sql } from 'kysely'

/**
 * The directory of accounts, of shared albums and of folders in the legacy store (0112): keys that are unique among
 * all accounts move from distributed tables to these three. Processes of the previous release do not know them:
 * triggers write their changes. The next migration, which locks no table, inserts the existing rows.
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
  `create table activation_sources (
    source text primary key,
    account_id text not null
  )`,
  `create index activation_sources_by_account on activation_sources (account_id)`,
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
  `create function enter_source_in_directory() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        delete from activation_sources where account_id = old.account_id and source = old.source
          and (tg_op = 'DELETE' or new.source is distinct from old.source);
      end if;
      if tg_op <> 'DELETE' and new.source is not null then
        insert into activation_sources (source, account_id) values (new.source, new.account_id)
          on conflict (source) do update set account_id = excluded.account_id
          where activation_sources.account_id = excluded.account_id;
      end if;
      return null;
    end
  $$`,
  `create trigger activations_in_directory after insert or delete or update of source on activations
    for each row execute function enter_source_in_directory()`,
]
