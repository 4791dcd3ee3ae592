import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // One row: the id that the label of the blob store must have.
  `create table blob_store (
    only_row boolean primary key default true check (only_row),
    database_id uuid not null,
    created_at timestamptz not null,
    adopted_at timestamptz,
    adopted_by text
  )`,
  `create table blob_sweeps (
    sweep_id integer generated always as identity primary key,
    state text not null check (state in ('listing', 'held', 'removing', 'done')),
    started_at timestamptz not null,
    finished_at timestamptz,
    passed text,
    blobs bigint not null default 0,
    due integer not null default 0,
    removed integer not null default 0,
    confirmed_at timestamptz,
    confirmed_by text
  )`,
  `create unique index blob_sweeps_running on blob_sweeps ((true)) where state in ('listing', 'removing')`,
  `create table orphan_blobs (
    account_id text not null,
    blob_key text not null,
    found_at timestamptz not null,
    seen_in integer not null,
    primary key (account_id, blob_key)
  )`,
]
