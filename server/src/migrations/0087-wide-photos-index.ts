import type { Kysely } from 'kysely'
import { buildIndex } from '../platform/db/build-index.ts'

export const isTransactional = false

/** Index of the photos that are at least twice as wide as high: few (0190). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(
    db,
    `create index concurrently facts_of_wide_photos on photo_facts (account_id, taken_month)
      where in_library and height > 0 and width >= 2 * height`,
  )
}
