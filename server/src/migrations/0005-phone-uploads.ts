import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table upload_sessions (
    account_id text not null,
    session_id uuid not null,
    album_id uuid,
    files integer not null default 0 check (files >= 0),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    opened_at timestamptz,
    revoked_at timestamptz,
    primary key (account_id, session_id)
  )`,
  `create unique index upload_sessions_by_id on upload_sessions (session_id)`,
  `create index upload_sessions_open on upload_sessions (account_id, created_at) where revoked_at is null`,
  `create index upload_sessions_by_expiry on upload_sessions (expires_at)`,
  `alter table uploads add column session_id uuid`,
  `create index uploads_by_session on uploads (account_id, session_id) where session_id is not null`,
]
