import { sql } from 'kysely'
import type { Reader, Tx } from '#server/context.ts'
import { greaterThan, listRows, updateRows } from '../../../platform/db/rows.ts'

/** Serializes the transactions that count the key's attempts. */
export async function lockCounts(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rate-counts ${key}`}, 0))`.execute(tx.db)
}

export async function incrementCount(db: Reader, key: string, windowStart: Date): Promise<void> {
  await db
    .insertInto('rate_counts')
    .values({ key, window_start: windowStart, count: 1 })
    .onConflict(oc => oc.columns(['key', 'window_start']).doUpdateSet({ count: sql`rate_counts.count + 1` }))
    .execute()
}

/** Adds to the counters of one window, in the order of their keys so that no two processes deadlock; returns the sums. */
export async function addToCounts(
  db: Reader,
  increments: readonly { key: string; count: number }[],
  windowStart: Date,
): Promise<{ key: string; count: number }[]> {
  const values = increments
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, count }) => ({ key, window_start: windowStart, count }))
  return db
    .insertInto('rate_counts')
    .values(values)
    .onConflict(oc =>
      oc.columns(['key', 'window_start']).doUpdateSet({ count: sql`rate_counts.count + excluded.count` }),
    )
    .returning(['key', 'count'])
    .execute()
}

/** Decrements the counter of the window, not below 0. */
export async function decrementCount(db: Reader, key: string, windowStart: Date): Promise<void> {
  const changes = { count: sql<number>`greatest(count - 1, 0)` }
  await updateRows(db, 'rate_counts', { key, window_start: windowStart }, changes)
}

/** Lists the counts of windows after `since`, earliest first. */
export function listCounts(db: Reader, key: string, since: Date) {
  return listRows(db, 'rate_counts', { key, window_start: greaterThan(since) }, 'window_start')
}
