import type pg from 'pg'
import type { Clock } from '../clock/clock.ts'
import { runPeriodically } from '../clock/run-periodically.ts'
import type { Log } from '../log/log.ts'

/** PostgreSQL's autovacuum_naptime. */
const NAP_MS = 60_000

/** Everybody waits while a table is vacuumed: of this size half a second, larger ones wait for the night. */
const LARGE = 64 * 1024 * 1024
/** Hours of the server's own zone. */
const NIGHT = { from: 2, to: 5 }

/** Due as PostgreSQL's own defaults say: so many rows that are gone, or written, and a share of the table on top. */
const DUE = `
  with tables as (
    select format('%I.%I', stat.schemaname, stat.relname) as name,
           n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0) as changed,
           (n_dead_tup > 50 + 0.2 * greatest(reltuples, 0)
             or n_ins_since_vacuum > 1000 + 0.2 * greatest(reltuples, 0))
             and ($1 or pg_relation_size(relid) < $2) as vacuum
      from pg_stat_user_tables stat join pg_class on pg_class.oid = relid)
  select * from tables where vacuum or changed order by name`

/**
 * What PostgreSQL's autovacuum daemon does, for the embedded engine, which has none: gives the room of rows that are gone
 * to new ones, and keeps the figures that plans are made by. Without it the files would grow for ever. Looks once a
 * minute; ends with `stop`, after the table it is at.
 */
export function startAutovacuum(pool: pg.Pool, clock: Clock, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const atNight = () => {
    const hour = clock.now().getHours()
    return hour >= NIGHT.from && hour < NIGHT.to
  }
  const ended = runPeriodically(NAP_MS, stopping.signal, () =>
    vacuumDueTables(pool, { large: atNight(), signal: stopping.signal }).catch(err =>
      log.warn({ err }, 'autovacuum, tried again'),
    ),
  )
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

/** Goes through the tables that are due, one statement each: others get their turn in between. */
export async function vacuumDueTables(
  pool: pg.Pool,
  { large, signal }: { large: boolean; signal?: AbortSignal },
): Promise<void> {
  // The session keeps its latest figures to itself for up to a minute.
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ name: string; vacuum: boolean }>(DUE, [large, LARGE])
  for (const { name, vacuum } of rows) {
    if (signal?.aborted) return
    await pool.query(vacuum ? `vacuum (analyze) ${name}` : `analyze ${name}`)
  }
}
