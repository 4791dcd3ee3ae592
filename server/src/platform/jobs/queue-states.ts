import type { Pool } from 'pg'
import type { JobKind, QueueState } from './jobs.ts'

/** Reads the counts that pg-boss maintains itself, in one process at a time. */
const SELECT_QUEUE_STATES = `
  select name as kind, queued_count as waiting, active_count as running,
    greatest(0, coalesce(extract(epoch from now() - start_after), 0))::float8 as "dueSeconds"
  from pgboss.queue
  left join lateral (
    select start_after from pgboss.job
    where job.name = queue.name and state < 'active' and not blocked and start_after <= now()
    order by priority desc, created_on limit 1
  ) next on true
  where name = any($1)`

export async function readQueueStates(
  pool: Pick<Pool, 'query'>,
  kinds: readonly JobKind<object>[],
): Promise<QueueState[]> {
  const { rows } = await pool.query<QueueState>(SELECT_QUEUE_STATES, [kinds.map(kind => kind.name)])
  return rows
}
