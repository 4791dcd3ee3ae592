import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { DrillError } from './drill-error.ts'
import { listSegments, parsePosition } from './log-positions.ts'
import type { RunningState } from './running-state.ts'

const POLL_MS = 200

/**
 * Waits until the restored server has replayed the log up to the position of the running database, and as long as it
 * advances. Throws a DrillError that names the first missing segment, or where the received log ends, when it has not
 * advanced for `patienceMs`.
 */
export async function waitForLog(
  restored: Kysely<Schema>,
  checkRunning: () => Promise<void>,
  wal: string,
  { position, segmentBytes }: RunningState,
  patienceMs: number,
): Promise<void> {
  let advancedAt = performance.now()
  for (let last = -1n; ; ) {
    await checkRunning()
    const reached = await readReplayed(restored)
    if (reached >= position) return
    if (reached > last) {
      last = reached
      advancedAt = performance.now()
    } else if (performance.now() - advancedAt > patienceMs) {
      const timeline = await readTimeline(restored)
      for (const name of listSegments(timeline, reached, position, segmentBytes))
        if (![name, `${name}.partial`].some(each => existsSync(join(wal, each))))
          throw new DrillError(`The log has a gap: the segment ${name} is missing in ${wal}`)
      throw new DrillError(
        `The log in ${wal} ends ${position - reached} bytes before that of the running database: it is damaged, or does not arrive`,
      )
    }
    await delay(POLL_MS)
  }
}

async function readReplayed(db: Kysely<Schema>): Promise<bigint> {
  const { rows } = await sql<{ position: string | null }>`
    select pg_last_wal_replay_lsn()::text as position`.execute(db)
  return parsePosition(rows[0]!.position ?? '0/0')
}

async function readTimeline(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ timeline: number }>`
    select timeline_id as timeline from pg_control_checkpoint()`.execute(db)
  return rows[0]!.timeline
}
