import { type Kysely, sql } from 'kysely'

/** The browsers and apps that an account is signed in on, one row for each grant (0164). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table devices (
    account_id text not null,
    grant_id text not null,
    client_id text not null,
    label text,
    network text,
    methods jsonb not null,
    auth_time timestamptz,
    bind_hash text,
    step_up_wanted_until timestamptz,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    ended_at timestamptz,
    ended_by text,
    primary key (account_id, grant_id)
  )`,
  'create index devices_by_creation on devices (created_at)',
]
