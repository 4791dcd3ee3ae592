import type pg from 'pg'
import type { Clock } from '../clock/clock.ts'
import { runPeriodically } from '../clock/run-periodically.ts'
import type { Log } from '../log/log.ts'

/** PostgreSQL's autovacuum_naptime. */
const NAP_MS = 60_000

/** A vacuum blocks all queries, half a second for a table of this size; larger tables are vacuumed at night only. */
const LARGE_TABLE_BYTES = 64 * 1024 * 1024
/** Hours in the server's time zone. */
const NIGHT_HOURS = { from: 2, to: 5 }

/**
 * Tables that are due by PostgreSQL's default thresholds: a number of dead, inserted or changed rows plus a share of
 * the table.
 */
const SELECT_DUE_TABLES = `
  with tables as (
    select format('%I.%I', stat.schemaname, stat.relname) as name,
           n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0) as changed,
           (n_dead_tup > 50 + 0.2 * greatest(reltuples, 0)
             or n_ins_since_vacuum > 1000 + 0.2 * greatest(reltuples, 0))
             and ($1 or pg_relation_size(relid) < $2) as vacuum
      from pg_stat_user_tables stat join pg_class on pg_class.oid = relid)
  select * from tables where vacuum or changed order by name`

/**
 * Replaces PostgreSQL's autovacuum daemon, which the embedded engine does not have: makes the space of dead rows
 * reusable and updates the statistics of the query planner. Without it the files would grow without limit. Checks once
 * a minute; `stop` waits for the running vacuum.
 */
export function startAutovacuum(pool: pg.Pool, clock: Clock, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const isNight = () => {
    const hour = clock.now().getHours()
    return hour >= NIGHT_HOURS.from && hour < NIGHT_HOURS.to
  }
  const runningLoop = runPeriodically(NAP_MS, stopping.signal, () =>
    vacuumDueTables(pool, { large: isNight(), signal: stopping.signal }).catch(err =>
      log.warn({ err }, 'autovacuum failed, it will be retried'),
    ),
  )
  return {
    async stop() {
      stopping.abort()
      await runningLoop
    },
  }
}

/** Vacuums or analyzes the tables that are due with one statement each, so that other queries run in between. */
export async function vacuumDueTables(
  pool: pg.Pool,
  { large, signal }: { large: boolean; signal?: AbortSignal },
): Promise<void> {
  // A session reports its statistics with up to a minute of delay.
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ name: string; vacuum: boolean }>(SELECT_DUE_TABLES, [
    large,
    LARGE_TABLE_BYTES,
  ])
  for (const { name, vacuum } of rows) {
    if (signal?.aborted) return
    await pool.query(vacuum ? `vacuum (analyze) ${name}` : `analyze ${name}`)
  }
}
