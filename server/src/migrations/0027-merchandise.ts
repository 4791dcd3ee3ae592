import { type Kysely, sql } from 'kysely'

/** Sales channels with their assortments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table merchandise_channels (
      channel_id text primary key,
      version integer not null,
      body jsonb not null,
      updated_at timestamptz not null
    )`)
    .execute(db)
}
