import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { PgBoss, Queue as PgBossQueue } from 'pg-boss'
import pgBoss from 'pg-boss/package.json' with { type: 'json' }
import type { OpenDatabase } from '../db/database.ts'
import type { Log } from '../log/log.ts'
import { createBoss } from './boss.ts'
import { DEAD_LETTERS, RETENTION_SECONDS } from './dead-letters.ts'
import type { JobKind } from './jobs.ts'
import { getRetentionSeconds } from './scheduled-runs.ts'
import { createActiveJobsIndex, hasActiveJobsIndex } from './stale-jobs.ts'

/** A difference between the job queue of the database and the one that this release needs. */
export interface JobChange {
  name: string
  /** False for options of queues, which may differ between releases. */
  isRequired: boolean
}

/** Version of the tables that this release of pg-boss works with. */
const SCHEMA_VERSION = pgBoss.pgboss.schema

/**
 * Reads the version of pg-boss's tables in the database; 0 when there are none. It may be newer than this release's.
 */
export async function readJobSchemaVersion(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query(`select to_regclass('pgboss.version') is not null as exists`)
  if (!rows[0].exists) return 0
  const version = await pool.query('select version from pgboss.version')
  return Number(version.rows[0]?.version ?? 0)
}

/** Returns true when the tables are those of a newer release of pg-boss. */
export const isNewerJobSchema = (version: number): boolean => version > SCHEMA_VERSION

/** Lists the changes that migrateJobs would make. */
export async function findJobChanges<DB>(
  { pool, engine }: Pick<OpenDatabase<DB>, 'pool' | 'engine'>,
  kinds: readonly JobKind<object>[],
): Promise<JobChange[]> {
  const version = await readJobSchemaVersion(pool)
  if (version < SCHEMA_VERSION)
    return [{ name: `job queue ${SCHEMA_VERSION} (has ${version})`, isRequired: true }]
  const { missing, changed } = await compareQueues(pool, listQueues(kinds, engine))
  const hasIndex = await hasActiveJobsIndex(pool)
  return [
    ...(hasIndex ? [] : [{ name: 'index of running jobs', isRequired: true }]),
    ...missing.map(({ name }) => ({ name: `queue ${name}`, isRequired: true })),
    ...changed.map(({ name }) => ({ name: `options of the queue ${name}`, isRequired: false })),
  ]
}

/**
 * Installs or migrates pg-boss's tables and creates and updates the queues of these kinds; returns the names of its
 * changes. The indexes that pg-boss builds concurrently are complete when it resolves.
 */
export async function migrateJobs<DB>(
  database: OpenDatabase<DB>,
  kinds: readonly JobKind<object>[],
  log: Log,
): Promise<string[]> {
  const changes = await findJobChanges(database, kinds)
  if (changes.length === 0) return []
  const boss = createBoss(database, log, {
    migrate: true,
    isWorker: false,
    runsSchedules: false,
    supervisionSeconds: 60,
  })
  try {
    await boss.start()
    await waitForIndexes(boss)
    await createActiveJobsIndex(database.pool)
    const { missing, changed } = await compareQueues(database.pool, listQueues(kinds, database.engine))
    for (const { name, options } of missing) await boss.createQueue(name, options)
    for (const { name, options } of changed) await boss.updateQueue(name, options)
  } finally {
    await boss.stop({ graceful: true, timeout: 10_000, close: true })
  }
  return changes.map(({ name }) => name)
}

const POLL_MS = 200

async function waitForIndexes(boss: PgBoss): Promise<void> {
  for (;;) {
    const entries = await boss.getBamEntries()
    const failedEntry = entries.find(({ status }) => status === 'failed')
    if (failedEntry)
      throw new Error(`The index ${failedEntry.name} of the job queue was not built: ${failedEntry.error}`)
    if (entries.every(({ status }) => status === 'completed')) return
    await setTimeout(POLL_MS)
  }
}

async function compareQueues(pool: Pick<pg.Pool, 'query'>, queues: readonly Queue[]) {
  const { rows } = await pool.query(SELECT_QUEUES, [queues.map(({ name }) => name)])
  const queueByName = new Map(rows.map(row => [row.name as string, row as Record<string, unknown>]))
  return {
    missing: queues.filter(({ name }) => !queueByName.has(name)),
    changed: queues.filter(({ name, options }) => {
      const row = queueByName.get(name)
      return row && Object.entries(options).some(([option, value]) => row[option] !== value)
    }),
  }
}

const SELECT_QUEUES = `
  select name, retry_limit as "retryLimit", retry_delay as "retryDelay", retry_backoff as "retryBackoff",
    retry_delay_max as "retryDelayMax", dead_letter as "deadLetter", expire_seconds as "expireInSeconds",
    heartbeat_seconds as "heartbeatSeconds", retention_seconds as "retentionSeconds",
    deletion_seconds as "deleteAfterSeconds", notify
  from pgboss.queue where name = any($1)`

/** A queue of pg-boss with the options that differ from its defaults. */
interface Queue {
  name: string
  options: QueueOptions
}

type QueueOptions = Omit<PgBossQueue, 'name'>

const RETRY_DELAY_MAX_SECONDS = 30 * 60

/** Lists the queues of these kinds, after that of dead letters, to which they refer. */
function listQueues(kinds: readonly JobKind<object>[], engine: 'embedded' | 'postgres'): Queue[] {
  const deadLetters = { name: DEAD_LETTERS, options: { retentionSeconds: RETENTION_SECONDS } }
  return [
    deadLetters,
    ...kinds.map(kind => ({ name: kind.name, options: getQueueOptions(kind, engine === 'postgres') })),
  ]
}

function getQueueOptions(kind: JobKind<object>, notify: boolean): QueueOptions {
  return {
    retryLimit: kind.retries,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: RETRY_DELAY_MAX_SECONDS,
    ...(kind.schedule ? {} : { deadLetter: DEAD_LETTERS }),
    expireInSeconds: kind.leaseSeconds,
    // A dead worker is noticed within this time, whatever the lease.
    heartbeatSeconds: 10,
    // Each queue counts its finished jobs every five seconds.
    deleteAfterSeconds: getRetentionSeconds(kind),
    notify,
  }
}
