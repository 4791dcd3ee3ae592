import type { Pool } from 'pg'

/**
 * Creates the index that finds running jobs among any number of finished ones; pg-boss has none and reads the whole
 * table. Idempotent: the invalid index of a killed build is built again.
 */
export async function createActiveJobsIndex(pool: Pick<Pool, 'query'>): Promise<void> {
  if (await hasActiveJobsIndex(pool)) return
  await pool.query(`drop index concurrently if exists pgboss.${INDEX_NAME}`)
  await pool.query(
    `create index concurrently ${INDEX_NAME} on pgboss.job_common (name) where state = 'active'`,
  )
}

export async function hasActiveJobsIndex(pool: Pick<Pool, 'query'>): Promise<boolean> {
  const { rows } = await pool.query(
    `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass('pgboss.${INDEX_NAME}')`,
  )
  return rows[0]?.isValid ?? false
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
