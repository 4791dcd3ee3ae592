import { type Kysely, sql } from 'kysely'

/** API keys of business customers, and their calls (0168). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table api_keys (
    key_id uuid primary key,
    account_id text not null,
    name text not null,
    hash text not null unique,
    hint text not null,
    scopes jsonb not null,
    networks jsonb,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    last_used_at timestamptz,
    last_used_from text,
    used_networks jsonb not null,
    replaced_by uuid,
    ended_at timestamptz,
    reminded_days integer
  )`,
  'create index api_keys_by_account on api_keys (account_id, created_at desc)',
  'create index api_keys_by_end on api_keys (expires_at)',
  `create table api_key_calls (
    call_id uuid primary key,
    account_id text not null,
    key_id uuid not null,
    called_at timestamptz not null,
    method text not null,
    path text not null,
    status integer not null,
    network text
  )`,
  'create index api_key_calls_by_account on api_key_calls (account_id, called_at desc, call_id desc)',
  'create index api_key_calls_by_key on api_key_calls (key_id, called_at desc)',
  'create index api_key_calls_by_time on api_key_calls (called_at)',
]
