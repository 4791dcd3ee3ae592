import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { TIME_LIMITS } from '../time-limits.ts'
import { isLockTimeout } from './error-codes.ts'

/** The exports of a file in the migrations folder. */
interface Migration {
  up(db: Kysely<unknown>): Promise<void>
  /** False: its statements run outside a transaction (create index concurrently) and must be idempotent. */
  isTransactional?: boolean
}

export interface MigrateOptions {
  /** How long a statement waits for a lock, while all other users of the table queue behind it. */
  lockTimeoutMs?: number
  /** Attempts of a migration that does not get a lock in time. */
  attempts?: number
  pause?: (ms: number) => Promise<unknown>
  /** Called before each further attempt. */
  onLocked?: (name: string, attempt: number) => void
}

/**
 * Runs pending migrations in the order of their names, each in its own transaction, and returns their names. The
 * caller ensures that no other process migrates. A migration that does not get a lock in time is rolled back and
 * retried, so that the product never queues behind it for long. The table is that of Kysely's migrator, which would
 * refuse a database with unknown migrations: here those of a newer release are ignored.
 */
export async function migrate<DB>(
  db: Kysely<DB>,
  folder: string,
  options: MigrateOptions = {},
): Promise<string[]> {
  const untypedDb = db as unknown as Kysely<unknown>
  const pendingNames = await findPendingMigrations(db, folder)
  if (pendingNames.length > 0) await sql.raw(CREATE_TABLE).execute(db)
  for (const name of pendingNames) {
    const { href } = pathToFileURL(join(folder, `${name}.ts`))
    await runMigration(untypedDb, name, (await import(href)) as Migration, options)
  }
  return pendingNames
}

/**
 * Finds names of the migrations in the folder that the database does not have. Migrations that only the database has
 * are ignored.
 */
export async function findPendingMigrations<DB>(db: Kysely<DB>, folder: string): Promise<string[]> {
  const executed = await listExecutedMigrations(db)
  return (await listMigrationNames(folder)).filter(name => !executed.has(name))
}

/** Finds names of the migrations of the database that the folder does not have: those of a newer release. */
export async function findNewerMigrations<DB>(db: Kysely<DB>, folder: string): Promise<string[]> {
  const names = await listMigrationNames(folder)
  return [...(await listExecutedMigrations(db))].filter(name => !names.includes(name)).sort()
}

async function listExecutedMigrations<DB>(db: Kysely<DB>): Promise<Set<string>> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db)
  if (!rows[0]!.exists) return new Set()
  const executed = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return new Set(executed.rows.map(({ name }) => name))
}

async function listMigrationNames(folder: string): Promise<string[]> {
  const files = await readdir(folder)
  return files
    .filter(file => /^\d{4}-[a-z0-9-]+\.ts$/.test(file))
    .map(file => file.replace(/\.ts$/, ''))
    .sort()
}

const CREATE_TABLE = `
  create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`

const ATTEMPTS = 60
const PAUSE_MAX_MS = 5_000

async function runMigration(
  db: Kysely<unknown>,
  name: string,
  migration: Migration,
  {
    lockTimeoutMs = TIME_LIMITS.migrationLockMs,
    attempts = ATTEMPTS,
    pause = ms => setTimeout(ms),
    onLocked,
  }: MigrateOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptMigration(db, name, migration, lockTimeoutMs)
    } catch (error) {
      if (!isLockTimeout(error)) throw new Error(`The migration ${name} failed: ${error}`, { cause: error })
      if (attempt === attempts)
        throw new Error(
          `The migration ${name} did not get a lock in ${attempts} attempts: a long transaction uses its tables. ` +
            'Nothing of it was changed; run it again later.',
          { cause: error },
        )
      onLocked?.(name, attempt + 1)
      await pause(Math.min(attempt * 1_000, PAUSE_MAX_MS))
    }
  }
}

async function attemptMigration(
  db: Kysely<unknown>,
  name: string,
  { up, isTransactional = true }: Migration,
  lockTimeoutMs: number,
): Promise<void> {
  const record = (on: Kysely<unknown>) =>
    sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
      on,
    )
  if (isTransactional)
    return db.transaction().execute(async trx => {
      await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`.execute(trx)
      await up(trx)
      await record(trx)
    })
  // No lock timeout: concurrent statements wait for long transactions without blocking other users.
  await db.connection().execute(async connection => {
    await up(connection)
    await record(connection)
  })
}
