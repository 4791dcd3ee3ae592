import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { fromKysely, type Job, PgBoss } from 'pg-boss'
import { runPeriodically } from '../clock/run-periodically.ts'
import type { OpenDatabase } from '../db/database.ts'
import { createPreparingClientClass } from '../db/prepared-statements.ts'
import type { Log } from '../log/log.ts'
import { createDeadLetterQueue, DEAD_LETTERS, deadLetterQueue, watchDeadLetters } from './dead-letters.ts'
import type { JobKind, JobRegistration, Jobs } from './jobs.ts'
import { createActiveJobsIndex, DUE_AND_STALE_KINDS } from './stale-jobs.ts'

/**
 * Jobs on pg-boss. Queues are created at start: the first send inside a transaction would query its queue on another
 * connection. Workers are woken at commit: those of all processes by LISTEN/NOTIFY on PostgreSQL, those of the one process
 * of an embedded database directly. Due jobs without a notification are found by polling.
 */
export async function openJobs<DB>(
  database: OpenDatabase<DB>,
  kinds: readonly JobKind<object>[],
  log: Log,
  {
    isWorker = true,
    answerWithinMs = ANSWER_WITHIN_MS,
    supervisionSeconds = SUPERVISION_SECONDS,
  }: JobsOptions = {},
): Promise<Jobs> {
  const boss = new PgBoss({
    ...(database.directUrl
      ? {
          connectionString: database.directUrl,
          max: isWorker ? 4 : 1,
          useListenNotify: isWorker,
          notifyHeartbeatIntervalMs: LISTENER_BEAT_MS,
          // Options of the driver. A query whose answer is lost with its server would block a worker permanently.
          query_timeout: answerWithinMs,
          // Planning the statements that fetch and complete a job takes longer than executing them.
          Client: createPreparingClientClass(),
        }
      : { db: poolAsDb(database), backend: 'pglite' as const }),
    // Maintenance is the workers' part: every process has the queue's tables, but most only send.
    supervise: isWorker,
    schedule: isWorker,
    monitorVacuum: false,
    reindex: false,
    // Jobs that wait for other jobs: there are none.
    flowIntervalSeconds: 3600,
    // Dead workers are found by the poll, which asks for the supervision of their kinds.
    superviseIntervalSeconds: supervisionSeconds,
    monitorIntervalSeconds: POLL_INTERVAL_MS / 1000,
    // How often finished jobs are deleted; the default is once a day.
    maintenanceIntervalSeconds: 600,
    cronWorkerIntervalSeconds: 10,
    bamIntervalSeconds: 600,
  })
  boss.on('error', error => log.error({ err: error }, 'job queue'))
  boss.on('warning', warning => log.debug({ warning }, 'job queue'))
  await boss.start()
  await createActiveJobsIndex(database.pool)
  await createDeadLetterQueue(boss)
  for (const kind of kinds) await createQueue(boss, kind, database.engine === 'postgres')
  return bossJobs(boss, database, kinds, log)
}

export interface JobsOptions {
  /** Whether the process may call `work`; one that only sends has fewer connections and runs no maintenance. */
  isWorker?: boolean
  answerWithinMs?: number
  supervisionSeconds?: number
}

/** How often a worker counts jobs and looks for finished ones that are to be deleted. */
const SUPERVISION_SECONDS = 60

/** How often a worker asks whether it is still listening. A notification that was lost is found by the poll. */
const LISTENER_BEAT_MS = 30_000
/** Far longer than any statement of the queue takes. */
const ANSWER_WITHIN_MS = 30_000

/**
 * Due retries, jobs of dead workers and scheduled jobs have no notification: one poll finds those of all kinds. One poll
 * per worker would be a dozen queries per second on an idle server.
 */
const POLL_INTERVAL_MS = 2_000
const POLLING = { pollingIntervalSeconds: 900, notifyPollingIntervalSeconds: 900 }

function bossJobs<DB>(
  boss: PgBoss,
  database: OpenDatabase<DB>,
  kinds: readonly JobKind<object>[],
  log: Log,
): Jobs {
  const deadLetters = deadLetterQueue(boss, database.pool)
  const workers = new Map<string, string[]>()
  const stopping = new AbortController()
  const wake = (name: string) => {
    for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
  }
  const countPending = async (names: string[]) => {
    const { rows } = await database.pool.query(
      `select count(*)::int as count from pgboss.job where name = any($1) and state < 'completed' and start_after <= now()`,
      [names],
    )
    return rows[0].count as number
  }
  /** Wakes the workers of every kind that has due jobs, and fails jobs of dead workers, which are retried then. */
  const poll = async () => {
    const { rows } = await database.pool.query<{ kind: string; due: boolean; stale: boolean }>(
      DUE_AND_STALE_KINDS,
      [[...workers.keys()]],
    )
    for (const { kind, due, stale } of rows) {
      if (due) wake(kind)
      if (stale) await boss.supervise(kind)
    }
  }
  let polling: Promise<void> | undefined
  let watching: Promise<void> | undefined
  return {
    async send(tx, kind, payloads, { again, ...options } = {}) {
      if (!kinds.includes(kind)) throw new Error(`No handler for the job ${kind.name}`)
      if (payloads.length === 0) return
      if (again)
        await sql`delete from pgboss.job
          where name = ${kind.name} and id = ${options.id} and state >= 'completed'`.execute(tx.db)
      const jobs = payloads.map(data => ({ data, ...options }))
      await boss.insert(kind.name, jobs, { db: fromKysely(tx.db) })
      if (database.engine === 'embedded') tx.afterCommit(() => wake(kind.name))
    },
    async cancel(tx, kind, id) {
      await sql`delete from pgboss.job
        where name = ${kind.name} and id = ${id} and state < 'active'`.execute(tx.db)
    },
    async findUnfinished(kinds, ids) {
      const names = [...kinds.map(kind => kind.name), DEAD_LETTERS]
      const { rows } = await database.pool.query<{ id: string }>(UNFINISHED, [names, ids])
      return new Set(rows.map(row => row.id))
    },
    ...deadLetters,
    async countQueued(key, value) {
      const { rows } = await database.pool.query(`select count(*)::int as count ${JOBS_OF}`, [key, value])
      return rows[0].count as number
    },
    async deleteQueued(key, value) {
      await database.pool.query(`delete ${JOBS_OF}`, [key, value])
    },
    pending: kind => countPending([kind.name]),
    async idle() {
      const names = kinds.map(kind => kind.name)
      while ((await countPending(names)) > 0) await setTimeout(20)
    },
    async work(ctx, handlers) {
      checkComplete(kinds, handlers)
      for (const { kind, handler } of handlers) {
        const ids: string[] = []
        workers.set(kind.name, ids)
        for (let i = 0; i < kind.concurrency; i++) {
          const id: string = await boss.work(
            kind.name,
            { batchSize: kind.batch, ...POLLING },
            async (jobs: Job<never>[]) => {
              try {
                await handler(
                  ctx,
                  jobs.map(job => job.data),
                  stopping.signal,
                )
              } catch (error) {
                logFailure(log, kind, jobs, error)
                throw error
              } finally {
                // More jobs may be waiting: this worker fetches them now instead of after the polling interval. The
                // others are running, or were woken when those jobs came.
                boss.notifyWorker(id)
              }
            },
          )
          ids.push(id)
        }
        if (kind.schedule) await boss.schedule(kind.name, kind.schedule, {})
      }
      polling = runPeriodically(POLL_INTERVAL_MS, stopping.signal, () =>
        poll().catch(error => log.error({ err: error }, 'job queue')),
      )
      watching = watchDeadLetters(deadLetters.countDeadLetters, log, stopping.signal)
    },
    async close() {
      stopping.abort()
      await Promise.all([polling, watching])
      await boss.stop({ graceful: true, timeout: 10_000, close: true })
    },
  }
}

/** Jobs that are not running, by a value in their payload. */
const JOBS_OF = `from pgboss.job where data ->> $1 = $2 and state <> 'active'`

/** Jobs by id. One that was retried from a dead letter has a new id and names its first one as root. */
const UNFINISHED = `
  select id from pgboss.job where name = any($1) and state < 'completed' and id = any($2)
  union
  select source_root_id as id from pgboss.job
  where name = any($1) and state < 'completed' and source_root_id = any($2)`

function logFailure(log: Log, kind: JobKind<object>, jobs: Job<never>[], error: unknown): void {
  const attempt = Math.max(...jobs.map(job => job.retryCount)) + 1
  const fields = { err: error, job: kind.name, jobIds: jobs.map(job => job.id), attempt }
  if (attempt <= kind.retries) log.warn(fields, 'job failed, it will be retried')
  else if (kind.schedule) log.error(fields, 'job failed in all retries, its next run is scheduled')
  else log.error({ ...fields, code: 'job-dead' }, 'job failed in all retries, it is a dead letter now')
}

function checkComplete(kinds: readonly JobKind<object>[], handlers: readonly JobRegistration<never>[]): void {
  const handled = handlers.map(each => each.kind.name)
  const missing = kinds.filter(kind => !handled.includes(kind.name)).map(kind => kind.name)
  const twice = handled.filter((name, i) => handled.indexOf(name) !== i)
  if (missing.length || twice.length)
    throw new Error(
      `Job handlers do not fit: missing ${missing.join(', ') || '-'}, twice ${twice.join(', ') || '-'}`,
    )
}

const RETRY_DELAY_MAX_SECONDS = 30 * 60

async function createQueue(boss: PgBoss, kind: JobKind<object>, notify: boolean): Promise<void> {
  const options = {
    retryLimit: kind.retries,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: RETRY_DELAY_MAX_SECONDS,
    ...(kind.schedule ? {} : { deadLetter: DEAD_LETTERS }),
    expireInSeconds: kind.leaseSeconds,
    // A worker that died is noticed within this time, whatever the lease.
    heartbeatSeconds: 10,
    // Completed jobs are never read, but the queue counts them every five seconds.
    deleteAfterSeconds: 3600,
    notify,
  }
  if (await boss.getQueue(kind.name)) await boss.updateQueue(kind.name, options)
  else await boss.createQueue(kind.name, options)
  // Fills pg-boss's cache of queues now, also in a process that only sends: see openJobs.
  await boss.insert(kind.name, [])
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
