import type { Pool } from 'pg'

/**
 * Creates the index that finds running jobs among any number of finished ones; pg-boss has none and reads the whole
 * table. Idempotent; of several processes at the same moment one creates it, and the others wait.
 */
export async function createActiveJobsIndex(pool: Pick<Pool, 'query'>): Promise<void> {
  // Statements of one message are one transaction, which holds the lock.
  await pool.query(`
    select pg_advisory_xact_lock(hashtext('${INDEX_NAME}'));
    create index if not exists ${INDEX_NAME} on pgboss.job_common (name) where state = 'active'`)
}

export async function hasActiveJobsIndex(pool: Pick<Pool, 'query'>): Promise<boolean> {
  const { rows } = await pool.query(`select to_regclass('pgboss.${INDEX_NAME}') is not null as exists`)
  return rows[0].exists
}

const INDEX_NAME = 'keepsake_active_jobs'

/**
 * Kinds among $1 that have due jobs, or jobs whose worker has sent no heartbeat in time or has exceeded its lease. The
 * condition 'not blocked' makes the first look-up use an index.
 */
export const SELECT_DUE_AND_STALE_KINDS = `
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
