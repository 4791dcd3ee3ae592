import { PgBoss } from 'pg-boss'
import type { OpenDatabase } from '../db/database.ts'
import { createPreparingClientClass } from '../db/prepared-statements.ts'
import type { Log } from '../log/log.ts'

/** How often a worker polls for due jobs and jobs of dead workers. */
export const POLL_INTERVAL_MS = 2_000

/** How often a worker checks that its listener is alive. The poll finds jobs whose notification was lost. */
const LISTENER_BEAT_MS = 30_000

/**
 * Creates pg-boss on the database without starting it. `migrate`: whether its start may change its tables, and
 * continues to build indexes; without it, every other version of the tables is refused.
 */
export function createBoss<DB>(
  database: OpenDatabase<DB>,
  log: Log,
  {
    migrate,
    isWorker,
    runsSchedules,
    answerWithinMs,
    supervisionSeconds,
  }: {
    migrate: boolean
    isWorker: boolean
    runsSchedules: boolean
    answerWithinMs?: number
    supervisionSeconds: number
  },
): PgBoss {
  const boss = new PgBoss({
    ...(database.directUrl
      ? {
          connectionString: database.directUrl,
          application_name: `${database.applicationName}-jobs`,
          max: isWorker ? 4 : 1,
          useListenNotify: isWorker,
          notifyHeartbeatIntervalMs: LISTENER_BEAT_MS,
          // Options of the driver. A query whose answer is lost with its server would block a worker permanently.
          ...(answerWithinMs ? { query_timeout: answerWithinMs } : {}),
          // Planning the statements that fetch and complete a job takes longer than executing them.
          Client: createPreparingClientClass(),
        }
      : { db: createBossDatabase(database), backend: 'pglite' as const }),
    migrate,
    // Lower than the default of a minute, because `keepsake migrate` waits for the indexes. Without `migrate` there
    // are none.
    bamIntervalSeconds: 10,
    // Workers alone run maintenance; most processes only send jobs.
    supervise: isWorker,
    schedule: runsSchedules,
    monitorVacuum: false,
    reindex: false,
    // Jobs that depend on other jobs are not used.
    flowIntervalSeconds: 3600,
    // Jobs of dead workers are found by the poll, which requests the supervision of their kinds.
    superviseIntervalSeconds: supervisionSeconds,
    monitorIntervalSeconds: POLL_INTERVAL_MS / 1000,
    // How often finished jobs are deleted; the default is once a day.
    maintenanceIntervalSeconds: 600,
    cronWorkerIntervalSeconds: 10,
  })
  boss.on('error', error => log.error({ err: error }, 'job queue'))
  boss.on('warning', warning => log.debug({ warning }, 'job queue'))
  return boss
}

function createBossDatabase<DB>(database: OpenDatabase<DB>) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => {
      const result = await database.pool.query(text, values)
      const rows = Array.isArray(result) ? result.flatMap(each => each.rows) : result.rows
      return { rows }
    },
  }
}
