import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Exports that live keep the layout whose length and CRC-32 they stored.
  await sql.raw('alter table export_chunks add column csv_format smallint not null default 1').execute(db)
}
