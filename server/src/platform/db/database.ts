import { type Dialect, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { startEmbedded } from './embedded.ts'
import { insideTransaction } from './transact.ts'

export interface OpenDatabase<DB> {
  db: Kysely<DB>
  pool: pg.Pool
  engine: 'embedded' | 'postgres'
  /** For libraries that open connections of their own (listeners). Null on the embedded engine. */
  connectionString: string | null
  close(): Promise<void>
}

/**
 * Where the tables live: a PostgreSQL address, a folder for the embedded engine, or memory (tests). A new embedded
 * database begins as a copy of the data folder in `template`, a tar file.
 */
export type DatabaseLocation =
  | { url: string; schema?: string }
  | { folder: string; template?: string | undefined }
  | { memory: true; template?: string | undefined }

/** Opens either engine through the one driver. bigint and timestamp without zone arrive as strings. */
export async function openDatabase<DB>(location: DatabaseLocation): Promise<OpenDatabase<DB>> {
  const embedded =
    'url' in location
      ? null
      : 'folder' in location
        ? await startEmbedded(location.folder, location.template)
        : await startEmbedded(null, location.template)
  const pool = new pg.Pool({
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
  // An idle connection that breaks must not end the process; the next query opens a new one.
  pool.on('error', () => undefined)
  const db = new Kysely<DB>({ dialect: guardedDialect(pool) })
  return {
    db,
    pool,
    engine: embedded ? 'embedded' : 'postgres',
    connectionString: 'url' in location ? location.url : null,
    async close() {
      await db.destroy()
      await embedded?.close()
    },
  }
}

const TIMESTAMP = 1114
const asText = (value: string) => value

function typeParser(oid: number, format?: 'text' | 'binary') {
  return oid === TIMESTAMP ? asText : pg.types.getTypeParser(oid, format as 'text')
}

/**
 * On the embedded engine a transaction holds the only connection: whoever asks the pool for a second one inside it
 * waits for ever. Such a mistake fails at once, on both engines.
 */
function guardedDialect(pool: pg.Pool): Dialect {
  return new PostgresDialect({
    pool: {
      connect: () => {
        if (insideTransaction()) throw new Error('A transaction asked the pool for another connection')
        return pool.connect()
      },
      end: () => pool.end(),
    } as never,
  })
}
