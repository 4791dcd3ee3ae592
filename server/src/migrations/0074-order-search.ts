import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../platform/db/build-index.ts'

export const isTransactional = false

/**
 * What the search of orders compares. An older release writes none of it: orders whose `search_version` is not their version are
 * searched by their content until the job `orders.fill-search` has filled them, which the index lists.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
      alter table orders
        add column if not exists state text,
        add column if not exists placed_year integer,
        add column if not exists search_text text,
        add column if not exists search_version integer`)
    .execute(db)
  await buildIndex(
    db,
    `create index concurrently orders_unsearched on orders (account_id, code)
      where search_version is distinct from version`,
  )
}
