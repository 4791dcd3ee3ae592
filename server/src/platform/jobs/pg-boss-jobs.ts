import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { fromKysely, type Job, type PgBoss } from 'pg-boss'
import { runPeriodically } from '../clock/run-periodically.ts'
import type { OpenDatabase } from '../db/database.ts'
import { type Actor, runInStatementScope } from '../db/statement-scope.ts'
import type { Log } from '../log/log.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { runTrace } from '../tracing/active-span.ts'
import type { SpanDescription, Tracing } from '../tracing/span.ts'
import { createBoss, POLL_INTERVAL_MS } from './boss.ts'
import { createCommitBarrier } from './commit-barrier.ts'
import { createDeadLetterQueue, DEAD_LETTERS, watchDeadLetters } from './dead-letters.ts'
import { pickIds } from './job-ids.ts'
import { type AttemptObserver, createAttemptObserver } from './job-metrics.ts'
import type { JobKind, JobRegistration, Jobs, QueueState } from './jobs.ts'
import { isNewerJobSchema, readJobSchemaVersion } from './migrate-jobs.ts'
import { readScheduledRuns } from './scheduled-runs.ts'
import { SELECT_DUE_AND_STALE_KINDS } from './stale-jobs.ts'
import { countWaiting, listWaiting } from './waiting-jobs.ts'

/**
 * Opens the job queue on pg-boss, whose tables and queues migrateJobs must have created. Workers are woken at commit:
 * those of all processes by LISTEN/NOTIFY on PostgreSQL, those of the one process of an embedded database directly.
 * Due jobs without a notification are found by polling.
 */
export async function openJobs<DB>(
  database: OpenDatabase<DB>,
  kinds: readonly JobKind<object>[],
  log: Log,
  {
    isWorker = true,
    runsSchedules = isWorker,
    metrics = createMetrics(log),
    tracing = null,
    answerWithinMs = ANSWER_WITHIN_MS,
    supervisionSeconds = SUPERVISION_SECONDS,
  }: JobsOptions = {},
): Promise<Jobs> {
  // Without `migrate` pg-boss refuses newer tables too; with it, it leaves newer tables as they are.
  const migrate = isNewerJobSchema(await readJobSchemaVersion(database.pool))
  const boss = createBoss(database, log, {
    migrate,
    isWorker,
    runsSchedules,
    answerWithinMs,
    supervisionSeconds,
  })
  // Fills pg-boss's cache of queues, because the first send inside a transaction would query its queue on another
  // connection.
  await boss.start()
  const queues = new Set((await boss.getQueues()).map(({ name }) => name))
  const missing = kinds.filter(({ name }) => !queues.has(name)).map(({ name }) => name)
  if (missing.length > 0) throw new Error(`Queues do not exist: ${missing.join(', ')}`)
  const commitBarrier = await createCommitBarrier(database.pool)
  return createBossJobs(boss, database, kinds, {
    log,
    observe: createAttemptObserver(metrics),
    commitBarrier,
    runsSchedules,
    tracing,
  })
}

export interface JobsOptions {
  /** Whether the process may call `work`; one that only sends has fewer connections and runs no maintenance. */
  isWorker?: boolean
  /** Whether periodic jobs start by the clock of the machine. */
  runsSchedules?: boolean
  metrics?: Metrics
  /** Each run is a trace. */
  tracing?: Tracing | null
  answerWithinMs?: number
  supervisionSeconds?: number
}

/** How often a worker counts jobs and deletes finished ones. */
const SUPERVISION_SECONDS = 60

/** Far longer than any statement of the queue takes. */
const ANSWER_WITHIN_MS = 30_000

/**
 * Nearly disables the polling of each worker, which would be a dozen queries per second on an idle server: one poll finds
 * due retries, scheduled jobs and jobs of dead workers of all kinds.
 */
const POLLING_OPTIONS = { pollingIntervalSeconds: 900, notifyPollingIntervalSeconds: 900 }

const describeRun = ({ name }: JobKind<object>, count: number): SpanDescription => ({
  name: `job ${name}`,
  kind: 'consumer',
  attributes: { 'messaging.destination.name': name, 'messaging.batch.message_count': count },
})

function createBossJobs<DB>(
  boss: PgBoss,
  database: OpenDatabase<DB>,
  kinds: readonly JobKind<object>[],
  {
    log,
    observe,
    commitBarrier,
    runsSchedules,
    tracing,
  }: {
    log: Log
    observe: AttemptObserver
    commitBarrier: (() => Promise<void>) | null
    runsSchedules: boolean
    tracing: Tracing | null
  },
): Jobs {
  const deadLetters = createDeadLetterQueue(boss, database.pool)
  const workers = new Map<string, string[]>()
  const stopping = new AbortController()
  const wakeWorkers = (name: string) => {
    for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
  }
  const countPending = async (names: string[]) => {
    const { rows } = await database.pool.query(
      `select count(*)::int as count from pgboss.job where name = any($1) and state < 'completed' and start_after <= now()`,
      [names],
    )
    return rows[0].count as number
  }
  /** Wakes the workers of every kind that has due jobs, and fails jobs of dead workers so that they are retried. */
  const poll = async () => {
    const { rows } = await database.pool.query<{ kind: string; due: boolean; stale: boolean }>(
      SELECT_DUE_AND_STALE_KINDS,
      [[...workers.keys()]],
    )
    for (const { kind, due, stale } of rows) {
      if (due) wakeWorkers(kind)
      if (stale) await boss.supervise(kind)
    }
  }
  let isWorking = false
  let pollLoop: Promise<void> | undefined
  let deadLetterWatch: Promise<void> | undefined
  return {
    kinds,
    async send(tx, kind, payloads, { again, ...options } = {}) {
      if (!kinds.includes(kind)) throw new Error(`No handler for the job ${kind.name}`)
      if (payloads.length === 0) return
      if (again)
        await sql`delete from pgboss.job
          where name = ${kind.name} and id = ${options.id} and state >= 'completed'`.execute(tx.db)
      const jobs = payloads.map(data => ({ data, ...options }))
      await boss.insert(kind.name, jobs, { db: fromKysely(tx.db) })
      if (database.engine === 'embedded') tx.afterCommit(() => wakeWorkers(kind.name))
    },
    async cancel(tx, kind, id) {
      await sql`delete from pgboss.job
        where name = ${kind.name} and id = ${id} and state < 'active'`.execute(tx.db)
    },
    async findUnfinished(kinds, ids) {
      const names = [...kinds.map(kind => kind.name), DEAD_LETTERS]
      const { rows } = await database.pool.query<{ id: string }>(SELECT_UNFINISHED, [names, ids])
      return new Set(rows.map(row => row.id))
    },
    ...deadLetters,
    readQueues: () => readQueueStates(database.pool, kinds),
    countWaiting: () => countWaiting(database.pool, kinds),
    listWaiting: filter => listWaiting(database.pool, kinds, filter),
    readScheduledRuns: () => readScheduledRuns(database.pool, kinds),
    isWorking: () => isWorking,
    async countQueued(key, value) {
      const { rows } = await database.pool.query(`select count(*)::int as count ${FROM_QUEUED_JOBS}`, [
        key,
        value,
      ])
      return rows[0].count as number
    },
    async deleteQueued(key, value) {
      await database.pool.query(`delete ${FROM_QUEUED_JOBS}`, [key, value])
    },
    pending: kind => countPending([kind.name]),
    async idle() {
      const names = kinds.map(kind => kind.name)
      while ((await countPending(names)) > 0) await setTimeout(20)
    },
    async work(ctx, handlers) {
      checkHandlers(kinds, handlers)
      for (const { kind, handler } of handlers) {
        const ids: string[] = []
        workers.set(kind.name, ids)
        for (let i = 0; i < kind.concurrency; i++) {
          const id: string = await boss.work(
            kind.name,
            { batchSize: kind.batch, ...POLLING_OPTIONS },
            async (jobs: Job<never>[]) => {
              const startedAt = performance.now()
              const observeEnd = (outcome: 'completed' | 'failed' | 'dead') =>
                observe(kind, { jobs: jobs.length, seconds: (performance.now() - startedAt) / 1000, outcome })
              try {
                await commitBarrier?.()
                const payloads = jobs.map(job => job.data)
                await runTrace(tracing, describeRun(kind, jobs.length), () =>
                  runInStatementScope(
                    { statementClass: 'job', group: kind.name, getActor: () => createJobActor(kind) },
                    () => handler(ctx, payloads, stopping.signal),
                  ),
                )
                observeEnd('completed')
              } catch (error) {
                observeEnd(isDead(kind, jobs) ? 'dead' : 'failed')
                logFailure(log, kind, jobs, error)
                throw error
              } finally {
                // More jobs may be waiting: this worker fetches them now instead of after the polling interval. The
                // other workers are running, or were woken when those jobs came.
                boss.notifyWorker(id)
              }
            },
          )
          ids.push(id)
        }
        if (kind.schedule && runsSchedules) await boss.schedule(kind.name, kind.schedule, {})
      }
      pollLoop = runPeriodically(POLL_INTERVAL_MS, stopping.signal, () =>
        poll().catch(error => log.error({ err: error }, 'job queue')),
      )
      isWorking = true
      deadLetterWatch = watchDeadLetters(deadLetters.countDeadLetters, log, stopping.signal)
    },
    async close() {
      isWorking = false
      stopping.abort()
      await Promise.all([pollLoop, deadLetterWatch])
      await boss.stop({ graceful: true, timeout: 10_000, close: true })
    },
  }
}

const createJobActor = ({ name }: JobKind<object>): Actor => ({
  type: 'system',
  id: name,
  deviceName: null,
  network: null,
})

/** Jobs that are not running, by a value in their payload. */
const FROM_QUEUED_JOBS = `from pgboss.job where data ->> $1 = $2 and state <> 'active'`

/** Jobs by id. A retried dead letter has a new id and the id of its first job as root. */
const SELECT_UNFINISHED = `
  select id from pgboss.job where name = any($1) and state < 'completed' and id = any($2)
  union
  select source_root_id as id from pgboss.job
  where name = any($1) and state < 'completed' and source_root_id = any($2)`

function logFailure(log: Log, kind: JobKind<object>, jobs: Job<never>[], error: unknown): void {
  const attempt = getAttempt(jobs)
  const subjects = jobs.map(job => pickIds(job.data))
  const fields = { err: error, job: kind.name, jobIds: jobs.map(job => job.id), subjects, attempt }
  if (!isLastAttempt(kind, jobs)) log.warn(fields, 'job failed, it will be retried')
  else if (kind.schedule) log.error(fields, 'job failed in all retries, its next run is scheduled')
  else log.error({ ...fields, code: 'job-dead' }, 'job failed in all retries, it is a dead letter now')
}

const getAttempt = (jobs: Job<never>[]) => Math.max(...jobs.map(job => job.retryCount)) + 1

const isLastAttempt = (kind: JobKind<object>, jobs: Job<never>[]) => getAttempt(jobs) > kind.retries

const isDead = (kind: JobKind<object>, jobs: Job<never>[]) => isLastAttempt(kind, jobs) && !kind.schedule

function checkHandlers(kinds: readonly JobKind<object>[], handlers: readonly JobRegistration<never>[]): void {
  const handledNames = handlers.map(each => each.kind.name)
  const unhandledKinds = kinds.filter(kind => !handledNames.includes(kind.name)).map(kind => kind.name)
  const duplicateNames = handledNames.filter((name, i) => handledNames.indexOf(name) !== i)
  if (unhandledKinds.length || duplicateNames.length)
    throw new Error(
      `Job handlers do not fit: missing ${unhandledKinds.join(', ') || '-'}, twice ${duplicateNames.join(', ') || '-'}`,
    )
}

/** Reads the counts that pg-boss maintains itself, in one process at a time. */
const SELECT_QUEUE_STATES = `
  select name as kind, queued_count as waiting, active_count as running,
    greatest(0, coalesce(extract(epoch from now() - start_after), 0))::float8 as "dueSeconds"
  from pgboss.queue
  left join lateral (
    select start_after from pgboss.job
    where job.name = queue.name and state < 'active' and not blocked and start_after <= now()
    order by priority desc, created_on limit 1
  ) next on true
  where name = any($1)`

async function readQueueStates(
  pool: Pick<Pool, 'query'>,
  kinds: readonly JobKind<object>[],
): Promise<QueueState[]> {
  const { rows } = await pool.query<QueueState>(SELECT_QUEUE_STATES, [kinds.map(kind => kind.name)])
  return rows
}
