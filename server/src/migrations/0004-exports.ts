import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table photo_holds (
    account_id text not null,
    hold_id text not null,
    held_at timestamptz not null,
    ends_at timestamptz,
    primary key (account_id, hold_id)
  )`,
  `create table exports (
    account_id text not null,
    backup_id text not null,
    state text not null check (state in ('requested', 'in-progress', 'ready', 'failed')),
    channel text not null,
    origin text not null,
    photos integer not null default 0,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    expires_at timestamptz,
    mailed_at timestamptz,
    primary key (account_id, backup_id),
    check (state <> 'ready' or expires_at is not null)
  )`,
  // At most one running export per account.
  `create unique index exports_running on exports (account_id) where state in ('requested', 'in-progress')`,
  `create index exports_by_update on exports (updated_at)`,
  // json, not jsonb: the list is only read as a whole, and its order matters.
  `create table export_chunks (
    account_id text not null,
    backup_id text not null,
    iteration integer not null,
    size bigint not null,
    photos integer not null,
    from_month text,
    to_month text,
    json_size integer not null,
    json_crc32 bigint not null,
    csv_size integer not null,
    csv_crc32 bigint not null,
    last boolean not null,
    entries json not null,
    primary key (account_id, backup_id, iteration)
  )`,
]
