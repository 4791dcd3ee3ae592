import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'

/**
 * On Citus, a barrier that a worker calls between fetching a job and handling it; null on other databases. It resolves
 * when all transactions that were committed on the coordinator at the call are committed on the other nodes, too. The
 * coordinator, which has the jobs, commits first, so that a job can be fetched before the rows of its transaction are
 * visible.
 */
export async function createCommitBarrier(
  pool: Pick<pg.Pool, 'query'>,
): Promise<(() => Promise<void>) | null> {
  const { rows } = await pool.query(`select to_regclass('pg_catalog.pg_dist_node') is not null as is_citus`)
  if (!rows[0].is_citus) return null
  const readCommittingIds = async () =>
    new Set((await pool.query<{ id: string }>(SELECT_COMMITTING)).rows.map(({ id }) => id))
  return async () => {
    let remainingIds = await readCommittingIds()
    for (let waitedMs = 0; remainingIds.size > 0; waitedMs += PAUSE_MS) {
      if (waitedMs >= LIMIT_MS) throw new Error('A transaction is not committed on all nodes of the database')
      await setTimeout(PAUSE_MS)
      remainingIds = remainingIds.intersection(await readCommittingIds())
    }
  }
}

const PAUSE_MS = 5
/** Far longer than a commit takes; after it the job is retried. */
const LIMIT_MS = 10_000

/**
 * Committed transactions that still hold the lock of their id: PostgreSQL releases the locks after Citus has committed
 * on the other nodes. The ids of locks have 32 bits, those of pg_xact_status 64.
 */
const SELECT_COMMITTING = `
  select transactionid::text as id
  from (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next) as snapshot,
    pg_locks, lateral (select (next - transactionid::text::bigint) & 4294967295 as age) as aged
  where locktype = 'transactionid' and mode = 'ExclusiveLock' and granted
    and case when age between 1 and 2147483647 then pg_xact_status((next - age)::text::xid8) = 'committed' end`
