import { type Dialect, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Metrics } from '../metrics/metrics.ts'
import { measurePool, observeConnecting, observeQueryErrors } from './database-metrics.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded.ts'
import { DatabaseUnavailableError } from './error-codes.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { createPreparingClientClass } from './prepared-statements.ts'
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
  close(): Promise<void>
}

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

/** Heartbeat interval of a PostgreSQL server. */
const BEAT_MS = 500
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
  beatMs = BEAT_MS,
  metrics?: Metrics,
): Promise<OpenDatabase<DB>> {
  const embeddedDatabase = await openEmbedded(location)
  const pool = new pg.Pool({
    ...('url' in location ? createServerPool(location) : createEmbeddedPool(embeddedDatabase!)),
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
  if (metrics) measurePool(metrics, pool)
  const db = new Kysely<DB>({
    dialect: createGuardedDialect(pool, heartbeat, metrics),
    ...(metrics && { log: observeQueryErrors(metrics) }),
  })
  return {
    db,
    pool,
    engine: embeddedDatabase ? 'embedded' : 'postgres',
    directUrl,
    async close() {
      await heartbeat?.close()
      await db.destroy()
      if (!('engine' in location)) await embeddedDatabase?.close()
    },
  }
}

function createServerPool({
  url,
  schema,
  poolSize = POOL_SIZE,
  preparesStatements = true,
}: PostgresLocation) {
  return {
    connectionString: url,
    ...(preparesStatements ? { Client: createPreparingClientClass() } : {}),
    ...(schema ? { options: `-c search_path=${schema}` } : {}),
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  } satisfies pg.PoolConfig
}

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

/**
 * On the embedded engine a transaction uses the only connection, so a second one requested inside of it is a deadlock.
 * On both engines this mistake is an error instead.
 */
function createGuardedDialect(
  pool: pg.Pool,
  heartbeat: Heartbeat | null,
  metrics: Metrics | undefined,
): Dialect {
  const observe = metrics && observeConnecting(metrics)
  return new PostgresDialect({
    pool: {
      connect: () => {
        if (isInsideTransaction()) throw new Error('A transaction asked the pool for another connection')
        const client = heartbeat ? connectWhileResponsive(pool, heartbeat) : pool.connect()
        return observe ? observe(client) : client
      },
      end: () => pool.end(),
    } as never,
  })
}

/**
 * Acquires a connection of the pool; rejects with DatabaseUnavailableError when the database is or becomes
 * unresponsive.
 */
function connectWhileResponsive(pool: pg.Pool, heartbeat: Heartbeat): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    if (heartbeat.isUnresponsive())
      return reject(new DatabaseUnavailableError('The database does not answer'))
    let isWaiting = true
    const stop = heartbeat.onUnresponsive(() => {
      isWaiting = false
      stop()
      reject(new DatabaseUnavailableError('The database stopped answering'))
    })
    pool.connect().then(
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
