import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table activations (
    account_id text primary key,
    state text not null,
    source text,
    photos integer check (photos >= 0),
    run integer not null default 0,
    planned_run integer not null default 0,
    added integer not null default 0 check (added >= 0),
    already_there integer not null default 0 check (already_there >= 0),
    refused integer not null default 0 check (refused >= 0),
    problem text,
    registered_at timestamptz not null,
    started_at timestamptz,
    stepped_at timestamptz,
    ended_at timestamptz
  )`,
  `create unique index activations_by_source on activations (source)`,
  `create index activations_importing on activations (stepped_at) where state = 'importing'`,
  `create table import_files (
    account_id text not null,
    n integer not null,
    file text not null,
    file_name text not null,
    sha256 text,
    taken_at text,
    taken_offset integer,
    state text not null,
    reason text,
    upload_id uuid,
    photo_id uuid,
    run integer not null default 0,
    primary key (account_id, n)
  )`,
  `create index import_files_waiting on import_files (account_id, n) where state = 'waiting'`,
  `create index import_files_refused on import_files (account_id, n) where state = 'refused'`,
  `create index import_files_by_upload on import_files (account_id, upload_id) where upload_id is not null`,
  `create table import_albums (
    account_id text not null,
    key text not null,
    n integer not null,
    album_id uuid not null,
    name text not null,
    created_at timestamptz,
    cover integer,
    files jsonb not null,
    run integer not null default 0,
    primary key (account_id, key)
  )`,
  `alter table uploads add column imported boolean not null default false`,
  `alter table uploads add column stated_taken_at text`,
  `alter table uploads add column stated_taken_offset integer`,
]
