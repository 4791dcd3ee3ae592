import { type Kysely, sql } from 'kysely'

/** Names of the towns of photos, by the customer's choice (0189). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table photo_facts add column place_removed boolean not null default false').execute(db)
  await sql
    .raw(`create table place_choices (
      account_id text not null primary key,
      is_on boolean not null,
      state text not null,
      passed uuid,
      changed_at timestamptz not null
    )`)
    .execute(db)
  await sql
    .raw(
      'create table towns (place_id integer not null primary key, name text not null, country text not null)',
    )
    .execute(db)
}
