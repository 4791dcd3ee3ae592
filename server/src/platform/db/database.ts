import {
  type Dialect,
  type Driver,
  Kysely,
  type LogEvent,
  PostgresDialect,
  type PostgresDialectConfig,
} from 'kysely'
import pg from 'pg'
import type { Metrics } from '../metrics/metrics.ts'
import { type LimitsByClass, STATEMENT_LIMITS, type StatementClass, TIME_LIMITS } from '../time-limits.ts'
import { getActiveSpan, getErrorType } from '../tracing/active-span.ts'
import { type ConnectionQueue, createConnectionQueue } from './connection-queue.ts'
import { measurePool, observeConnecting, observeQueryErrors } from './database-metrics.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded.ts'
import { DatabaseUnavailableError } from './error-codes.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { LimitedDriver } from './limited-driver.ts'
import { createPreparingClientClass } from './prepared-statements.ts'
import { getStatementScope } from './statement-scope.ts'
import { isInsideTransaction } from './transact.ts'

export interface OpenDatabase<DB> {
  db: Kysely<DB>
  pool: pg.Pool
  engine: 'embedded' | 'postgres'
  /**
   * Address for connections with a session of their own (listeners, the job queue), never a pooler's. Null on the
   * embedded engine.
   */
  directUrl: string | null
  /** The name of the process in pg_stat_activity. */
  applicationName: string
  health: DatabaseHealth
  close(): Promise<void>
}

/** The state of a database for readiness, without a connection of the pool on PostgreSQL. */
export interface DatabaseHealth {
  /** Resolves when the database answers; rejects when it does not. */
  check(): Promise<unknown>
  /** Whether callers have waited for a connection in vain a moment ago. */
  isExhausted(): boolean
}

export interface DatabaseOptions {
  metrics?: Metrics
  /** The name of the process in pg_stat_activity (keepsake); one in the address takes its place. */
  applicationName?: string
  /** Heartbeat interval of a PostgreSQL server. */
  beatMs?: number
  /** Limits of statements; without them there are none. */
  limits?: DatabaseLimits
}

export interface DatabaseLimits {
  /** Of the class whose scope the running code has (statement-scope.ts); the embedded engine has none of them. */
  byClass: LimitsByClass
  /** The class of all other statements. */
  defaultClass: StatementClass
  /** The longest wait for a free connection. */
  poolWaitMs: number
}

/** Returns the limits of a process whose statements outside of requests and jobs have the class `defaultClass`. */
export const createDatabaseLimits = (
  location: DatabaseLocation,
  defaultClass: StatementClass,
): DatabaseLimits => ({
  byClass: STATEMENT_LIMITS,
  defaultClass,
  poolWaitMs: 'url' in location ? TIME_LIMITS.poolWaitMs : TIME_LIMITS.embeddedPoolWaitMs,
})

/**
 * Location of the tables: a PostgreSQL address, a folder for the embedded engine, or (tests) a running embedded engine,
 * which close() leaves running. A new embedded database starts as a copy of the data folder in `template`, a tar file.
 */
export type DatabaseLocation =
  | PostgresLocation
  | { folder: string; template?: string | undefined }
  | { engine: EmbeddedDatabase }

export interface PostgresLocation {
  url: string
  /** Address of the server itself where `url` is a pooler in transaction mode; `url` by default. */
  directUrl?: string
  schema?: string
  /** Most connections of the pool (10). */
  poolSize?: number
  /** Whether statements are prepared (true); poolers must support it. */
  preparesStatements?: boolean
}

/** One process uses two cores at most: more connections would wait for each other in the database. */
const POOL_SIZE = 10
/** Silence after which TCP probes the peer, which then has ten seconds to answer. */
const KEEP_ALIVE_MS = 10_000

/**
 * Opens either engine through the same driver. bigint and timestamp without zone are returned as strings. A PostgreSQL
 * server that stops answering is noticed after two seconds (four beats): waiting queries fail, and so does every new one
 * until it answers again, with errors for which isDatabaseUnavailable is true.
 */
export async function openDatabase<DB>(
  location: DatabaseLocation,
  { applicationName = 'keepsake', beatMs = TIME_LIMITS.heartbeatMs, metrics, limits }: DatabaseOptions = {},
): Promise<OpenDatabase<DB>> {
  const embeddedDatabase = await openEmbedded(location)
  const pool = new pg.Pool({
    ...('url' in location ? createServerPool(location, limits) : createEmbeddedPool(embeddedDatabase!)),
    application_name: applicationName,
    types: { getTypeParser: selectTypeParser as typeof pg.types.getTypeParser },
  })
  // An error listener is required: without it a broken connection, idle or in use, would end the process (the pool
  // removes its own listener from connections in use). Its query fails, the next one opens a new connection.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  const directUrl = 'url' in location ? (location.directUrl ?? location.url) : null
  const heartbeat = directUrl
    ? startHeartbeat(() => createHeartbeatClient(directUrl), {
        beatMs,
        isAwaited: () => pool.waitingCount > 0 || pool.totalCount > pool.idleCount,
      })
    : null
  if (heartbeat) destroyWhenUnresponsive(pool, heartbeat)
  const queue = createConnectionQueue({
    size: pool.options.max,
    waitMs: limits?.poolWaitMs ?? TIME_LIMITS.embeddedPoolWaitMs,
  })
  if (metrics) measurePool(metrics, pool, queue)
  const createDriver = (config: PostgresDialectConfig): Driver | null =>
    limits && 'url' in location
      ? new LimitedDriver(config, { ...limits, queue, sessionClass: getSessionClass(location, limits) })
      : null
  const db = new Kysely<DB>({
    dialect: createGuardedDialect({ pool, queue, heartbeat, metrics }, createDriver),
    log: createStatementLog(metrics),
  })
  return {
    db,
    pool,
    engine: embeddedDatabase ? 'embedded' : 'postgres',
    directUrl,
    applicationName,
    health: {
      check: () => (heartbeat ? heartbeat.check() : pool.query('select 1')),
      isExhausted: queue.isExhausted,
    },
    async close() {
      await heartbeat?.close()
      await db.destroy()
      if (!('engine' in location)) await embeddedDatabase?.close()
    },
  }
}

function createStatementLog(metrics: Metrics | undefined): (event: LogEvent) => void {
  const observeErrors = metrics && observeQueryErrors(metrics)
  return event => {
    traceStatement(event)
    observeErrors?.(event)
  }
}

/**
 * The class whose limits a session has from its start; null behind a pooler, which accepts no settings of a session:
 * its file has them (deployment/pgbouncer.ini).
 */
const getSessionClass = (
  { url, directUrl = url }: PostgresLocation,
  { defaultClass }: DatabaseLimits,
): StatementClass | null => (directUrl === url ? defaultClass : null)

function createServerPool(location: PostgresLocation, limits: DatabaseLimits | undefined) {
  const { url, schema, poolSize = POOL_SIZE, preparesStatements = true } = location
  const sessionClass = limits ? getSessionClass(location, limits) : null
  return {
    connectionString: url,
    ...(limits && sessionClass ? createSessionSettings(limits.byClass[sessionClass]) : {}),
    ...(preparesStatements ? { Client: createPreparingClientClass() } : {}),
    ...(schema ? { options: `-c search_path=${schema}` } : {}),
    max: poolSize,
    connectionTimeoutMillis: TIME_LIMITS.connectMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  } satisfies pg.PoolConfig
}

/** Settings that the driver sends when it opens a connection. */
const createSessionSettings = ({ statementMs, lockMs }: LimitsByClass[StatementClass]) => ({
  ...(statementMs > 0 && { statement_timeout: statementMs }),
  ...(lockMs > 0 && { lock_timeout: lockMs }),
})

/**
 * The embedded engine has one session for all its connections, and its socket interleaves their messages: a second
 * connection would bind to the statements of the first.
 */
function createEmbeddedPool({ host }: EmbeddedDatabase) {
  return {
    Client: createPreparingClientClass(),
    ...{ host, port: 5432, user: 'postgres', database: 'postgres', password: 'postgres' },
    max: 1,
    connectionTimeoutMillis: 60_000,
    idleTimeoutMillis: 0,
  } satisfies pg.PoolConfig
}

async function openEmbedded(location: DatabaseLocation): Promise<EmbeddedDatabase | null> {
  if ('url' in location) return null
  if ('engine' in location) return location.engine
  return startEmbeddedDatabase(location.folder, location.template)
}

const TIMESTAMP = 1114
const returnText = (value: string) => value

function selectTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === TIMESTAMP ? returnText : pg.types.getTypeParser(oid, format as 'text')
}

const createHeartbeatClient = (connectionString: string) =>
  new pg.Client({
    connectionString,
    application_name: 'keepsake-watch',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  })

/** Destroys all connections when the database becomes unresponsive: their queries would wait for the TCP timeout. */
function destroyWhenUnresponsive(pool: pg.Pool, heartbeat: Heartbeat): void {
  const openClients = new Set<pg.PoolClient>()
  pool.on('connect', client => openClients.add(client))
  pool.on('remove', client => openClients.delete(client))
  heartbeat.onUnresponsive(() => {
    for (const client of openClients) (client as unknown as pg.Client).connection.stream.destroy()
  })
}

interface GuardedPool {
  pool: pg.Pool
  queue: ConnectionQueue
  heartbeat: Heartbeat | null
  metrics: Metrics | undefined
}

/**
 * On the embedded engine a transaction uses the only connection, so a second one requested inside of it is a deadlock.
 * On both engines this mistake is an error instead.
 */
function createGuardedDialect(
  guarded: GuardedPool,
  createDriver: (config: PostgresDialectConfig) => Driver | null,
): Dialect {
  const { pool, heartbeat, metrics } = guarded
  const observe = metrics && observeConnecting(metrics)
  const config = {
    pool: {
      connect: () => {
        if (isInsideTransaction()) throw new Error('A transaction asked the pool for another connection')
        const client = heartbeat
          ? connectWhileResponsive(heartbeat, () => connectInTurn(guarded))
          : connectInTurn(guarded)
        return observe ? observe(client) : client
      },
      end: () => pool.end(),
    } as never,
  }
  return new (class extends PostgresDialect {
    override createDriver = () => createDriver(config) ?? super.createDriver()
  })(config)
}

/** Acquires a connection of the pool when the route or kind of job may have one; releases both together. */
async function connectInTurn({ pool, queue }: GuardedPool): Promise<pg.PoolClient> {
  const leave = await queue.acquire(getStatementScope()?.group ?? '')
  try {
    const client = await pool.connect()
    // The pool sets a new function for each caller.
    const { release } = client
    client.release = error => {
      release(error)
      leave()
    }
    return client
  } catch (error) {
    leave()
    throw error
  }
}

/** Acquires a connection; rejects with DatabaseUnavailableError when the database is or becomes unresponsive. */
function connectWhileResponsive(
  heartbeat: Heartbeat,
  connect: () => Promise<pg.PoolClient>,
): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    if (heartbeat.isUnresponsive())
      return reject(new DatabaseUnavailableError('The database does not answer'))
    let isWaiting = true
    const stop = heartbeat.onUnresponsive(() => {
      isWaiting = false
      stop()
      reject(new DatabaseUnavailableError('The database stopped answering'))
    })
    connect().then(
      client => {
        stop()
        if (isWaiting) resolve(client)
        else client.release()
      },
      error => {
        stop()
        reject(error)
      },
    )
  })
}

/** Adds a statement that has ended to the trace of the running code: its text, and never its parameters. */
function traceStatement(event: LogEvent): void {
  const parent = getActiveSpan()
  if (!parent?.isRecorded) return
  const { sql } = event.query
  const operation = /^\W*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'SQL'
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': sql,
  }
  parent
    .startChild(
      { name: operation, kind: 'client', attributes },
      performance.now() - event.queryDurationMillis,
    )
    .end(event.level === 'error' ? { error: getErrorType(event.error) } : {})
}
