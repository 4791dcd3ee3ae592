import { type Kysely, sql } from 'kysely'

/** Mails to customers, so that a bounce can be attributed to an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table sent_mails (
    mail_id uuid primary key,
    account_id text not null,
    kind text not null,
    ref text not null,
    subject text not null,
    sent_at timestamptz not null,
    bounced_at timestamptz,
    bounce_status text,
    to_former_address boolean not null default false
  )`,
  `create index sent_mails_bounced on sent_mails (account_id, bounced_at) where bounced_at is not null`,
  `create index sent_mails_by_age on sent_mails (sent_at)`,
  // For the erasure of an account.
  `create index sent_mails_by_account on sent_mails (account_id)`,
]
