import type { Pool } from 'pg'

/**
 * Creates the index that finds running jobs beside any number of finished ones: the queue has none for them, and its own
 * look-up reads the whole table. May be called by several processes at the same time.
 */
export async function createActiveJobsIndex(pool: Pick<Pool, 'query'>): Promise<void> {
  const { rows } = await pool.query(`select to_regclass('pgboss.${INDEX}') as found`)
  if (rows[0].found !== null) return
  await pool.query(
    `select pg_advisory_xact_lock(hashtextextended('${INDEX}', 0));
     create index if not exists ${INDEX} on pgboss.job_common (name) where state = 'active'`,
  )
}

const INDEX = 'keepsake_active_jobs'

/**
 * Kinds among $1 that have due jobs, or jobs whose worker has sent no heartbeat in time or has exceeded its lease. The
 * condition 'not blocked' lets the first look-up use an index.
 */
export const DUE_AND_STALE_KINDS = `
  select * from (
    select kind,
      exists (select from pgboss.job
        where name = kind and state < 'active' and not blocked and start_after <= now()) as due,
      exists (select from pgboss.job
        where name = kind and state = 'active'
          and (heartbeat_on + heartbeat_seconds * interval '1 s' < now()
            or started_on + expire_seconds * interval '1 s' < now())) as stale
    from unnest($1::text[]) kind
  ) kinds where due or stale`
