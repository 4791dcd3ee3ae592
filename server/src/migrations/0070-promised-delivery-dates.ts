import { type Kysely, sql } from 'kysely'

/** The days that were promised for each product at first, beside the latest delivery dates of its order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table order_feeds add column promised jsonb').execute(db)
}
