import { type Kysely, sql } from 'kysely'

export const fewRows = 'reminders that are due and not sent yet'

/** Reminders are sent by brand, the most urgent first, with a rate per hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table retention_notices add column brand_id text`,
  // Reminders that were sent need no brand; the next run sets it for those that an earlier release inserts meanwhile.
  `update retention_notices set brand_id = customers.brand_id from customers
    where retention_notices.state = 'due' and customers.account_id = retention_notices.account_id`,
  `create table retention_mail_rates (
    brand_id text primary key,
    claimed_at timestamptz not null
  )`,
]
