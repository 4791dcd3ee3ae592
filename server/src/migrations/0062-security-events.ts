import { type Kysely, sql } from 'kysely'

/** What concerns the security of an account, for its owner; and addresses that it had before (0165). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table security_events (
    account_id text not null,
    event_id text not null,
    kind text not null,
    at timestamptz not null,
    grant_id text,
    device_name text,
    network text,
    detail jsonb not null,
    summary_due_at timestamptz,
    summarized_at timestamptz,
    primary key (account_id, event_id)
  )`,
  'create index security_events_by_time on security_events (account_id, at desc, event_id desc)',
  'create index security_events_by_age on security_events (at)',
  `create index security_events_to_summarize on security_events (summary_due_at)
    where summary_due_at is not null and summarized_at is null`,
  `create table former_emails (
    account_id text not null,
    email text not null,
    since timestamptz not null,
    until timestamptz not null,
    is_lost boolean not null,
    primary key (account_id, email)
  )`,
]
