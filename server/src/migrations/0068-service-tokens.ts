import { type Kysely, sql } from 'kysely'

/** Tokens of the retailer's services, what they read and sent, and what was refused (0171). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table service_tokens (
    token_id uuid not null primary key,
    name text not null,
    token_hash text not null unique,
    hint text not null,
    vendors text[],
    scopes text[],
    days integer not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    last_used_at timestamptz,
    warned_days integer
  )`,
  `create index service_tokens_by_name on service_tokens (name)`,
  `create table service_reads (
    token text not null,
    day date not null,
    service text not null,
    originals bigint not null,
    primary key (token, day)
  )`,
  `create table retailer_states (
    kind text not null,
    key text not null,
    account_id text,
    vendors text[],
    version integer not null,
    body jsonb not null,
    hash text not null,
    stored_at timestamptz not null,
    stored_by text not null,
    primary key (kind, key)
  )`,
  `create index retailer_states_by_time on retailer_states (kind, stored_at, key)`,
  `create index retailer_states_by_account on retailer_states (account_id) where account_id is not null`,
  `create table retailer_refusals (
    service text not null,
    method text not null,
    path text not null,
    vendors text[],
    status integer not null,
    code text not null,
    message text not null,
    fields jsonb not null,
    count integer not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    primary key (service, method, path)
  )`,
  `create index retailer_refusals_by_time on retailer_refusals (last_at)`,
]
