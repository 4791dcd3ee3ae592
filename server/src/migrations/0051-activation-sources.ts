import { type Kysely, sql } from 'kysely'

/** The directory of folders in the legacy store (0112); a trigger writes it for processes of the previous release. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table activation_sources (
    source text primary key,
    account_id text not null
  )`,
  `create index activation_sources_by_account on activation_sources (account_id)`,
  `create function enter_source_in_directory() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        delete from activation_sources where account_id = old.account_id;
      elsif new.source is not null then
        insert into activation_sources (source, account_id) values (new.source, new.account_id)
          on conflict (source) do update set account_id = excluded.account_id
          where activation_sources.account_id = excluded.account_id;
      end if;
      return null;
    end
  $$`,
  `create trigger activations_in_directory after insert or delete or update of source on activations
    for each row execute function enter_source_in_directory()`,
  `insert into activation_sources (source, account_id)
    select source, account_id from activations where source is not null`,
  `create index activations_by_folder on activations (source)`,
  `drop index activations_by_source`,
]
