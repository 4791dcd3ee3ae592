import { type Kysely, sql } from 'kysely'

/** The signature of each attempt, which the log shows; null for those before, and where nothing was sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table callback_attempts add column signature text`.execute(db)
}
