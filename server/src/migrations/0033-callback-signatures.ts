import { type Kysely, sql } from 'kysely'

/** The signature of each attempt for the log; null for earlier attempts, and where nothing was sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table callback_attempts add column signature text`.execute(db)
}
