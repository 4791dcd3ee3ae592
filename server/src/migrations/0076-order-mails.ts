import { type Kysely, sql } from 'kysely'

/** Mails of what happened to orders, one for each event. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table order_mails (
    mail_id uuid primary key,
    account_id text not null,
    order_code text not null,
    kind text not null,
    event_key text not null,
    requests int not null default 1,
    requested_at timestamptz not null,
    mailed_at timestamptz,
    mailed_days text
  )`,
  `create unique index order_mails_by_event on order_mails (account_id, order_code, event_key)`,
]
