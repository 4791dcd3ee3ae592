import type { Kysely } from 'kysely'
import { buildIndex } from '../platform/db/build-index.ts'

export const isTransactional = false

/** Indexes for the next reminders of a brand, and for the number that it tried within the last hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(
    db,
    `create index concurrently retention_notices_due on retention_notices (brand_id, deadline, account_id, days_before)
      where state = 'due'`,
  )
  await buildIndex(
    db,
    `create index concurrently retention_notices_tried on retention_notices (brand_id, tried_at)
      where brand_id is not null and tried_at is not null`,
  )
}
