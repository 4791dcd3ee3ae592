import { type Kysely, sql } from 'kysely'

/** Photos of an export's zip whose originals cannot be read, and the list of them that the zip contains (0122). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table export_chunks add column unreadable jsonb`.execute(db)
}
