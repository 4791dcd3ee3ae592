import { type Kysely, sql } from 'kysely'

/** Keys and user names of SFTP, and when and where its passwords were used (0169). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table sftp_keys (
    account_id text not null,
    key_id text not null,
    name text not null,
    blob text not null,
    type text not null,
    bits integer not null,
    fingerprint text not null,
    created_at timestamptz not null,
    last_used_at timestamptz,
    last_used_from text,
    networks jsonb,
    primary key (account_id, key_id),
    unique (account_id, blob)
  )`,
  `create table sftp_users (
    account_id text primary key,
    user_name text not null unique,
    created_at timestamptz not null
  )`,
  `alter table sftp_passwords
    add column last_used_at timestamptz,
    add column last_used_from text,
    add column networks jsonb`,
]
