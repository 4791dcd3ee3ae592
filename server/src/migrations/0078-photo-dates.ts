import { type Kysely, sql } from 'kysely'

/** Where the date of a photo comes from, how exact it is, and what its file says; title and folder of what was uploaded (0179). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table photos
    add column taken_source text not null default 'file',
    add column taken_precision text not null default 'second',
    add column file_taken jsonb,
    add column title text,
    add column folder text`.execute(db)
}
