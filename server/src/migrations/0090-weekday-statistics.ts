import { type Kysely, sql } from 'kysely'

/** How many photos were taken on each weekday: the planner would expect one in 200 for all, and read a page by the slow way (0185). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create statistics facts_by_weekday on (extract(isodow from taken_sort)) from photo_facts`.execute(
    db,
  )
}
