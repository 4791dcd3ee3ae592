import { PgBoss } from 'pg-boss'
import type { OpenDatabase } from '../db/database.ts'
import { createPreparingClientClass } from '../db/prepared-statements.ts'
import type { Log } from '../log/log.ts'

/** Far longer than any statement of the queue takes. */
export const ANSWER_WITHIN_MS = 30_000

/**
 * pg-boss on the database, not started. `migrate`: whether its start may change its tables, and continues to build indexes;
 * without, it refuses every other version than its own.
 */
export function createBoss<DB>(
  database: OpenDatabase<DB>,
  log: Log,
  { migrate, answerWithinMs }: { migrate: boolean; answerWithinMs?: number },
): PgBoss {
  const boss = new PgBoss({
    ...(database.connectionString
      ? {
          connectionString: database.connectionString,
          max: 4,
          useListenNotify: true,
          // Options of the driver. A query whose answer is lost with its server would block a worker permanently.
          ...(answerWithinMs ? { query_timeout: answerWithinMs } : {}),
          // Planning the statements that fetch and complete a job takes longer than executing them.
          Client: createPreparingClientClass(),
        }
      : { db: poolAsDb(database), backend: 'pglite' as const }),
    migrate,
    // Lower than the default of a minute: `keepsake migrate` waits for the indexes.
    bamIntervalSeconds: 10,
    monitorVacuum: false,
    reindex: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    // How often finished jobs are deleted; the default is once a day.
    maintenanceIntervalSeconds: 600,
    cronWorkerIntervalSeconds: 5,
  })
  boss.on('error', error => log.error({ err: error }, 'job queue'))
  boss.on('warning', warning => log.debug({ warning }, 'job queue'))
  return boss
}

function poolAsDb<DB>(database: OpenDatabase<DB>) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => {
      const result = await database.pool.query(text, values)
      const rows = Array.isArray(result) ? result.flatMap(each => each.rows) : result.rows
      return { rows }
    },
  }
}
