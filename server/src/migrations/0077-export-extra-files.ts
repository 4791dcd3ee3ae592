import { type Kysely, sql } from 'kysely'

/** Files of an export's zip besides its photos: what other domains add, as reported problems (NX-138). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table export_chunks add column extra_files jsonb`.execute(db)
}
