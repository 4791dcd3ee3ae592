import { type Kysely, sql } from 'kysely'

/** Secrets of callbacks that were replaced before the previous one and still sign. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table callbacks add column earlier_secrets jsonb`.execute(db)
}
