import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table storage_usage (
    account_id text primary key,
    stored_bytes bigint not null
  )`,
  `insert into storage_usage
    select account_id, sum(size) from photos where erased_at is null group by account_id`,
  `create index uploads_receiving_by_account on uploads (account_id) include (size) where state = 'receiving'`,
  // Unfinished uploads were kept for a week; those of a phone end with their upload session.
  `update uploads set expires_at = least(expires_at, now() + interval '24 hours')
    where state = 'receiving' and session_id is null`,
]
