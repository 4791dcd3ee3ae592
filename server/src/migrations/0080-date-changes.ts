import { type Kysely, sql } from 'kysely'

/** Dates that customers changed (NX-237 to NX-239): the changes of 30 days, and each photo's date before and after. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table date_changes (
    account_id text not null,
    change_id uuid not null,
    selection jsonb not null,
    wanted jsonb not null,
    state text not null,
    passed uuid,
    photos integer not null,
    done integer not null,
    skipped integer not null,
    months jsonb not null,
    undone integer not null,
    kept integer not null,
    changed_at timestamptz not null,
    primary key (account_id, change_id)
  )`,
  'create index date_changes_by_time on date_changes (account_id, changed_at)',
  `create table changed_dates (
    account_id text not null,
    change_id uuid not null,
    photo_id uuid not null,
    before jsonb not null,
    after jsonb not null,
    primary key (account_id, change_id, photo_id)
  )`,
]
