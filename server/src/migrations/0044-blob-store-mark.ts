import { type Kysely, sql } from 'kysely'

/** A counter that the blob store's label repeats: a database with a lower one was restored from a backup. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table blob_store add column mark integer not null default 0`.execute(db)
}
