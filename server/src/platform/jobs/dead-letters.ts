import type { Pool } from 'pg'
import type { PgBoss } from 'pg-boss'
import { runPeriodically } from '../clock/run-periodically.ts'
import type { Log } from '../log/log.ts'
import type { DeadLetter, Jobs } from './jobs.ts'

/** The queue of jobs that failed in all retries. It has no worker: an operator lists and retries them. */
export const DEAD_LETTERS = 'dead-letters'

/** How long dead letters are stored. */
export const RETENTION_SECONDS = 90 * 86_400
const WATCH_INTERVAL_MS = 60_000

export function createDeadLetterQueue(
  boss: PgBoss,
  pool: Pick<Pool, 'query'>,
): Pick<Jobs, 'listDeadLetters' | 'countDeadLetters' | 'retryDeadLetters'> {
  return {
    async listDeadLetters(limit) {
      const { rows } = await pool.query<DeadLetter>(SELECT_DEAD_LETTERS, [DEAD_LETTERS, limit])
      return rows
    },
    async countDeadLetters() {
      const { rows } = await pool.query<{ kind: string; count: number }>(COUNT_DEAD_LETTERS, [DEAD_LETTERS])
      return new Map(rows.map(({ kind, count }) => [kind, count]))
    },
    async retryDeadLetters(kind) {
      let retriedCount = 0
      // Jobs that fail again during the loop are not retried a second time.
      const filter = { createdBefore: new Date(), ...(kind === undefined ? {} : { sourceName: kind }) }
      for (let movedCount = 1; movedCount > 0; retriedCount += movedCount)
        movedCount = await boss.redrive(DEAD_LETTERS, filter)
      return retriedCount
    },
  }
}

const SELECT_DEAD_LETTERS = `
  select source_name as kind, data as payload, source_created_on as "sentAt", created_on as "failedAt",
    coalesce(source_retry_count, 0) + 1 as attempts,
    coalesce(source_output ->> 'message', source_output::text, '') as error
  from pgboss.job where name = $1 and state < 'active' order by created_on, id limit $2`

const COUNT_DEAD_LETTERS = `
  select source_name as kind, count(*)::int as count
  from pgboss.job where name = $1 and state < 'active' group by source_name order by source_name`

/**
 * Logs an error with the code 'jobs-dead' when there are more dead letters than a minute ago, and at start when there
 * are any. This includes jobs of killed workers, which no handler reports.
 */
export async function watchDeadLetters(
  count: () => Promise<ReadonlyMap<string, number>>,
  log: Log,
  signal: AbortSignal,
  intervalMs = WATCH_INTERVAL_MS,
): Promise<void> {
  let lastTotal = 0
  const watch = async () => {
    try {
      const kinds = await count()
      const total = [...kinds.values()].reduce((sum, each) => sum + each, 0)
      if (total > lastTotal)
        log.error(
          { code: 'jobs-dead', jobs: total, kinds: Object.fromEntries(kinds) },
          'jobs failed in all retries: keepsake jobs dead lists them, keepsake jobs retry runs them again',
        )
      lastTotal = total
    } catch (error) {
      log.error({ err: error }, 'job queue')
    }
  }
  await watch()
  await runPeriodically(intervalMs, signal, watch)
}
