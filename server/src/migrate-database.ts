import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { jobKinds } from './app.ts'
import type { Config } from './platform/config/config.ts'
import type { OpenDatabase } from './platform/db/database.ts'
import {
  findNewerMigrations,
  findPendingMigrations,
  type MigrateOptions,
  migrate,
} from './platform/db/migrate.ts'
import { type MigrationLockOptions, withMigrationLock } from './platform/db/migration-lock.ts'
import { findJobChanges, type JobChange, migrateJobs } from './platform/jobs/migrate-jobs.ts'
import type { Log } from './platform/log/log.ts'
import type { Schema } from './schema.ts'

const MIGRATIONS = join(import.meta.dirname, 'migrations')

export interface MigrateDatabaseOptions extends MigrateOptions, MigrationLockOptions {
  /** Folder of the migrations; tests use others. */
  folder?: string
}

/**
 * Migrates tables and job queue to the state that this release needs; returns the names of the changes. On PostgreSQL
 * one process at a time migrates, while running releases continue (docs/decisions/0104).
 */
export async function migrateDatabase(
  database: OpenDatabase<Schema>,
  log: Log,
  { folder = MIGRATIONS, ...options }: MigrateDatabaseOptions = {},
): Promise<string[]> {
  if ((await findPendingChanges(database, folder)).length === 0) return []
  const run = async () => [
    ...(await migrate(database.db, folder, options)),
    ...(await migrateJobs(database, jobKinds, log)),
  ]
  return database.directUrl ? withMigrationLock(database.directUrl, run, options) : run()
}

/** Lists the changes that migrateDatabase would make. */
export async function findPendingChanges(
  database: OpenDatabase<Schema>,
  folder = MIGRATIONS,
): Promise<JobChange[]> {
  const names = await findPendingMigrations(database.db, folder)
  return [...names.map(name => ({ name, isRequired: true })), ...(await findJobChanges(database, jobKinds))]
}

/** Migrations in the database that only a newer release has; this release runs with them. */
export const findMigrationsOfNewerReleases = ({ db }: OpenDatabase<Schema>, folder = MIGRATIONS) =>
  findNewerMigrations(db, folder)

/** The database lacks migrations that this release needs. */
class MigrationPendingError extends Error {
  override name = 'MigrationPendingError'
}

const POLL_MS = 500

/**
 * Prepares the database before a process uses it. The embedded one is migrated. On PostgreSQL migrating is a separate
 * step: rejects with MigrationPendingError unless it is done within MIGRATION_WAIT_SECONDS.
 */
export async function prepareDatabase(
  database: OpenDatabase<Schema>,
  { migrationWaitMs }: Pick<Config, 'migrationWaitMs'>,
  log: Log,
  { folder, pause = ms => setTimeout(ms) }: Pick<MigrateDatabaseOptions, 'folder' | 'pause'> = {},
): Promise<void> {
  if (database.engine === 'embedded') {
    await migrateDatabase(database, log, { folder })
    return
  }
  for (let waited = 0; ; waited += POLL_MS) {
    const requiredChanges = (await findPendingChanges(database, folder)).filter(
      ({ isRequired }) => isRequired,
    )
    if (requiredChanges.length === 0) return
    if (waited >= migrationWaitMs) throw new MigrationPendingError(formatPendingMessage(requiredChanges))
    if (waited === 0)
      log.warn({ pending: requiredChanges.map(({ name }) => name) }, 'waiting for keepsake migrate')
    await pause(POLL_MS)
  }
}

const NAMED_MAX = 5

function formatPendingMessage(requiredChanges: readonly JobChange[]): string {
  const names = requiredChanges.slice(0, NAMED_MAX).map(({ name }) => name)
  const unnamedCount = requiredChanges.length - names.length
  return (
    `The database needs a migration before this release can start: ${names.join(', ')}${unnamedCount > 0 ? ` and ${unnamedCount} more` : ''}.\n` +
    "Run 'keepsake migrate' and start again (docs/operations.md)."
  )
}
