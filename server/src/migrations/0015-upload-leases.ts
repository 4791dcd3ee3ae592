import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table uploads add column lease_token integer not null default 0`,
  `alter table uploads add column lease_expires_at timestamptz`,
  // Uploads in progress may have bytes, and may be complete: the clean-up checks each once.
  `update uploads set lease_token = 1, lease_expires_at = date_trunc('milliseconds', now())
    where state = 'receiving'`,
  `create index uploads_by_lease on uploads (lease_expires_at, account_id, upload_id)
    where lease_expires_at is not null`,
  `drop index uploads_by_expiry`,
  `create index uploads_by_expiry on uploads (expires_at, account_id, upload_id) where state = 'receiving'`,
  `create index uploads_by_end on uploads (finished_at) where finished_at is not null`,
]
