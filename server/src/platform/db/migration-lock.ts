import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'

/** The advisory lock of Kysely's migrator, which releases before decision 0104 take when they start. */
const LOCK_ID = '3853314791062309107'
const POLL_MS = 1_000

export interface MigrationLockOptions {
  pause?: (ms: number) => Promise<unknown>
  /** Called once when another process has the lock. */
  onWait?: () => void
}

/**
 * Runs `work` while no other process migrates this PostgreSQL database, and waits as long as another one does. The lock is
 * polled: a session that is blocked in pg_advisory_lock has a snapshot, for whose end CREATE INDEX CONCURRENTLY of the other
 * process would wait. It belongs to the session: a process that is killed releases it.
 */
export async function withMigrationLock<T>(
  pool: pg.Pool,
  work: () => Promise<T>,
  { pause = ms => setTimeout(ms), onWait }: MigrationLockOptions = {},
): Promise<T> {
  const client = await pool.connect()
  let isBroken: Error | undefined
  try {
    for (let attempt = 1; !(await tryLock(client)); attempt++) {
      if (attempt === 1) onWait?.()
      await pause(POLL_MS)
    }
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock($1::bigint)', [LOCK_ID]).catch(error => {
      // The session ends below, and its lock with it.
      isBroken = error
    })
    client.release(isBroken)
  }
}

async function tryLock(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1::bigint) as locked',
    [LOCK_ID],
  )
  return rows[0]!.locked
}
