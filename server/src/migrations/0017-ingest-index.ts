import { type Kysely, sql } from 'kysely'

/** Index for listing the waiting photos of a lane in the order of their turns, whatever their account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index photo_ingests_by_lane on photo_ingests (lane, turn, photo_id)`.execute(db)
}
