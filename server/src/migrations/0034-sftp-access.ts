import { type Kysely, sql } from 'kysely'

/** Access of business customers by SFTP: their passwords, and the key by which the server is recognised. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table sftp_passwords (
    account_id text primary key,
    hash text not null,
    created_at timestamptz not null
  )`,
  `create table sftp_host_keys (
    name text primary key,
    private_key text not null,
    created_at timestamptz not null
  )`,
]
