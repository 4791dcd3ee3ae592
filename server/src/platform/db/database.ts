import { type Dialect, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { createPreparingClientClass } from './prepared-statements.ts'
import { isInsideTransaction } from './transact.ts'
import { DatabaseUnavailableError } from './unavailable.ts'

export interface OpenDatabase<DB> {
  db: Kysely<DB>
  pool: pg.Pool
  engine: 'embedded' | 'postgres'
  /** For libraries that open connections of their own (listeners). Null on the embedded engine. */
  connectionString: string | null
  close(): Promise<void>
}

/**
 * Where the tables live: a PostgreSQL address, a folder for the embedded engine, or (tests) an embedded engine that runs
 * already and stays. A new embedded database begins as a copy of the data folder in `template`, a tar file.
 */
export type DatabaseLocation =
  | { url: string; schema?: string }
  | { folder: string; template?: string | undefined }
  | { engine: EmbeddedDatabase }

/** How often a PostgreSQL server is asked whether it is there. */
const BEAT_MS = 500

/**
 * Opens either engine through the one driver. bigint and timestamp without zone arrive as strings. A PostgreSQL server
 * that no longer answers is noticed after two seconds (four beats): everything that waits for it fails, and so does at
 * once whatever comes until it answers again. See isDatabaseUnavailable.
 */
export async function openDatabase<DB>(
  location: DatabaseLocation,
  beatMs = BEAT_MS,
): Promise<OpenDatabase<DB>> {
  const embedded = await embeddedAt(location)
  const pool = new pg.Pool({
    Client: createPreparingClientClass(),
    ...(embedded
      ? { host: embedded.host, port: 5432, user: 'postgres', database: 'postgres', password: 'postgres' }
      : { connectionString: (location as { url: string }).url }),
    ...('url' in location && location.schema ? { options: `-c search_path=${location.schema}` } : {}),
    // The embedded engine has one session for all its connections, and its socket lets their messages mix: a second
    // connection would bind to the first one's statements.
    max: embedded ? 1 : 16,
    connectionTimeoutMillis: embedded ? 60_000 : 10_000,
    idleTimeoutMillis: embedded ? 0 : 30_000,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  })
  // A connection that breaks must not end the process, neither an idle one nor one in use (the pool takes its own ear
  // off it then): its query fails, the next one opens a new connection.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  const watch = 'url' in location ? startHeartbeat(() => lifeLine(location.url), beatMs) : null
  if (watch) endOnFall(pool, watch)
  const db = new Kysely<DB>({ dialect: guardedDialect(pool, watch) })
  return {
    db,
    pool,
    engine: embedded ? 'embedded' : 'postgres',
    connectionString: 'url' in location ? location.url : null,
    async close() {
      await watch?.close()
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

const lifeLine = (connectionString: string) =>
  new pg.Client({ connectionString, application_name: 'keepsake-watch', connectionTimeoutMillis: 10_000 })

/** What waits on a connection to a database that fell silent would wait for as long as TCP does. */
function endOnFall(pool: pg.Pool, watch: Heartbeat): void {
  const open = new Set<pg.PoolClient>()
  pool.on('connect', client => open.add(client))
  pool.on('remove', client => open.delete(client))
  watch.onUnresponsive(() => {
    for (const client of open) (client as unknown as pg.Client).connection.stream.destroy()
  })
}

/**
 * On the embedded engine a transaction holds the only connection: whoever asks the pool for a second one inside it
 * waits for ever. Such a mistake fails at once, on both engines.
 */
function guardedDialect(pool: pg.Pool, watch: Heartbeat | null): Dialect {
  return new PostgresDialect({
    pool: {
      connect: () => {
        if (isInsideTransaction()) throw new Error('A transaction asked the pool for another connection')
        return watch ? connected(pool, watch) : pool.connect()
      },
      end: () => pool.end(),
    } as never,
  })
}

/** A connection of the pool; fails when the database is away, also when it falls silent while one waits. */
function connected(pool: pg.Pool, watch: Heartbeat): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    if (watch.away()) return reject(new DatabaseUnavailableError('The database does not answer'))
    let waiting = true
    const stop = watch.onUnresponsive(() => {
      waiting = false
      stop()
      reject(new DatabaseUnavailableError('The database fell silent'))
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
