import { type Kysely, sql } from 'kysely'

/** The town that the companion of an upload states, for customers who turned places on (0189). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table uploads add column stated_place_id integer').execute(db)
}
