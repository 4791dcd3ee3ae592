import { type Kysely, sql } from 'kysely'

/** When the owner of an upload session has decided to keep its photos: the phone says so only then (0153). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table upload_sessions add column confirmed_at timestamptz`.execute(db)
}
