import { type Kysely, sql } from 'kysely'

/** The version of the library in which no photo was without facts (0185). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table facts_backfills add column checked_version uuid').execute(db)
}
