import { type Kysely, sql } from 'kysely'

/** Title and folder of an upload, from its companion and its path on the sender's device (0182). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table uploads
    add column stated_title text,
    add column stated_folder text`.execute(db)
}
