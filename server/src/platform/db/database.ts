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
  /** For libraries that open their own connections (listeners). Null on the embedded engine. */
  connectionString: string | null
  close(): Promise<void>
}

/**
 * Location of the tables: a PostgreSQL address, a folder for the embedded engine, or (tests) a running embedded engine,
 * which close() leaves running. A new embedded database starts as a copy of the data folder in `template`, a tar file.
 */
export type DatabaseLocation =
  | { url: string; schema?: string }
  | { folder: string; template?: string | undefined }
  | { engine: EmbeddedDatabase }

/** Heartbeat interval of a PostgreSQL server. */
const BEAT_MS = 500

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
  const embedded = await embeddedAt(location)
  const pool = new pg.Pool({
    Client: createPreparingClientClass(),
    ...(embedded
      ? { host: embedded.host, port: 5432, user: 'postgres', database: 'postgres', password: 'postgres' }
      : { connectionString: (location as { url: string }).url }),
    ...('url' in location && location.schema ? { options: `-c search_path=${location.schema}` } : {}),
    // The embedded engine has one session for all its connections, and its socket interleaves their messages: a second
    // connection would bind to the statements of the first.
    max: embedded ? 1 : 16,
    connectionTimeoutMillis: embedded ? 60_000 : 10_000,
    idleTimeoutMillis: embedded ? 0 : 30_000,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  })
  // Without listeners a broken connection would end the process, idle or in use (the pool removes its own listener from
  // connections in use). Its query fails, the next one opens a new connection.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  const heartbeat = 'url' in location ? startHeartbeat(() => heartbeatClient(location.url), beatMs) : null
  if (heartbeat) destroyWhenUnresponsive(pool, heartbeat)
  if (metrics) measurePool(metrics, pool)
  const db = new Kysely<DB>({
    dialect: guardedDialect(pool, heartbeat, metrics),
    ...(metrics && { log: observeQueryErrors(metrics) }),
  })
  return {
    db,
    pool,
    engine: embedded ? 'embedded' : 'postgres',
    connectionString: 'url' in location ? location.url : null,
    async close() {
      await heartbeat?.close()
      await db.destroy()
      if (!('engine' in location)) await embedded?.close()
    },
  }
}

async function embeddedAt(location: DatabaseLocation): Promise<EmbeddedDatabase | null> {
  if ('url' in location) return null
  if ('engine' in location) return location.engine
  return startEmbeddedDatabase(location.folder, location.template)
}

const TIMESTAMP = 1114
const asText = (value: string) => value

function typeParser(oid: number, format?: 'text' | 'binary') {
  return oid === TIMESTAMP ? asText : pg.types.getTypeParser(oid, format as 'text')
}

const heartbeatClient = (connectionString: string) =>
  new pg.Client({ connectionString, application_name: 'keepsake-watch', connectionTimeoutMillis: 10_000 })

/** Destroys all connections when the database becomes unresponsive: their queries would wait for the TCP timeout. */
function destroyWhenUnresponsive(pool: pg.Pool, heartbeat: Heartbeat): void {
  const open = new Set<pg.PoolClient>()
  pool.on('connect', client => open.add(client))
  pool.on('remove', client => open.delete(client))
  heartbeat.onUnresponsive(() => {
    for (const client of open) (client as unknown as pg.Client).connection.stream.destroy()
  })
}

/**
 * On the embedded engine a transaction uses the only connection, so a second one requested inside of it is a deadlock.
 * On both engines this mistake is an error instead.
 */
function guardedDialect(pool: pg.Pool, heartbeat: Heartbeat | null, metrics: Metrics | undefined): Dialect {
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

/** A connection of the pool; rejects with DatabaseUnavailableError when the database is or becomes unresponsive. */
function connectWhileResponsive(pool: pg.Pool, heartbeat: Heartbeat): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    if (heartbeat.isUnresponsive())
      return reject(new DatabaseUnavailableError('The database does not answer'))
    let waiting = true
    const stop = heartbeat.onUnresponsive(() => {
      waiting = false
      stop()
      reject(new DatabaseUnavailableError('The database stopped answering'))
    })
    pool.connect().then(
      client => {
        stop()
        if (waiting) resolve(client)
        else client.release()
      },
      error => {
        stop()
        reject(error)
      },
    )
  })
}
