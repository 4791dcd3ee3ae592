import { type Kysely, sql } from 'kysely'

/** Which reminders a brand sends next, and how many it tried within the last hour (RV-716). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create index retention_notices_due on retention_notices (brand_id, deadline, account_id, days_before)
    where state = 'due'`,
  `create index retention_notices_tried on retention_notices (brand_id, tried_at)
    where brand_id is not null and tried_at is not null`,
]
