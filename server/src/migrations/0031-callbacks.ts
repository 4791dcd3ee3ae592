import { type Kysely, sql } from 'kysely'

/** Callbacks of business customers: their endpoints, the events of each, and every attempt to deliver one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table callbacks (
    account_id text primary key,
    state text not null,
    off_reason text,
    off_at timestamptz,
    mailed_at timestamptz,
    failing_since timestamptz,
    last_claimed_at timestamptz,
    secret text not null,
    secret_hint text not null,
    secret_created_at timestamptz not null,
    secret_shown boolean not null,
    previous_secret text,
    previous_valid_until timestamptz
  )`,
  `create table callback_events (
    event_id text primary key,
    account_id text not null,
    type text not null,
    about text,
    created_at timestamptz not null,
    state text not null,
    requested boolean not null,
    failures integer not null,
    next_attempt_at timestamptz,
    claimed_until timestamptz
  )`,
  `create index callback_events_by_account on callback_events (account_id, created_at desc, event_id desc)`,
  `create index callback_events_waiting on callback_events (account_id, requested, next_attempt_at)
    where state = 'waiting'`,
  `create index callback_events_by_age on callback_events (created_at)`,
  `create table callback_attempts (
    event_id text not null,
    n integer not null,
    account_id text not null,
    attempted_at timestamptz not null,
    address text not null,
    format text not null,
    duration_ms integer not null,
    status integer,
    problem text,
    answer text not null,
    primary key (event_id, n)
  )`,
  `create index callback_attempts_by_account on callback_attempts (account_id)`,
]
