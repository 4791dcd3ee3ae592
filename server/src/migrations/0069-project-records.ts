import { type Kysely, sql } from 'kysely'

/** For which vendors a service has deleted a project that has not arrived; null is all, as in records of before (0171). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table projects add column deleted_for text[]`.execute(db)
}
