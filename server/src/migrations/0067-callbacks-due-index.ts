import type { Kysely } from 'kysely'
import { buildIndex } from '../platform/db/build-index.ts'

export const isTransactional = false

/** Index of the waiting events of an account of all versions, in place of callback_events_waiting. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(
    db,
    `create index concurrently callback_events_due
      on callback_events (account_id, requested, (coalesce(due_at, next_attempt_at)))
      where state = 'waiting'`,
  )
}
