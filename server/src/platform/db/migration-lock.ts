import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

/** The advisory lock of Kysely's migrator, which releases from before decision 0104 acquire at their start. */
const LOCK_ID = '3853314791062309107'
const POLL_MS = 1_000

export interface MigrationLockOptions {
  pause?: (ms: number) => Promise<unknown>
  /** Called once when another process has the lock. */
  onWait?: () => void
}

/**
 * Runs `work` while no other process migrates this PostgreSQL database, and waits while one does. The lock is polled,
 * because a session that is blocked in pg_advisory_lock has a snapshot, whose end CREATE INDEX CONCURRENTLY of the
 * other process would wait for. It belongs to a session of its own, never through a pooler, and ends with it, also
 * when the process is killed.
 */
export async function withMigrationLock<T>(
  directUrl: string,
  work: () => Promise<T>,
  { pause = ms => setTimeout(ms), onWait }: MigrationLockOptions = {},
): Promise<T> {
  const client = new pg.Client({ connectionString: directUrl, application_name: 'keepsake-migrate' })
  // A lost session has no lock any more; that is safe, because each migration is recorded by name in its own
  // transaction, and only once.
  client.on('error', () => undefined)
  await client.connect()
  try {
    for (let attempt = 1; !(await tryLock(client)); attempt++) {
      if (attempt === 1) onWait?.()
      await pause(POLL_MS)
    }
    return await work()
  } finally {
    await client.end()
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1::bigint) as locked',
    [LOCK_ID],
  )
  return rows[0]!.locked
}
