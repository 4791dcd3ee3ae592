import { setTimeout } from 'node:timers/promises'
import { jobKinds } from './app.ts'
import { refuseOtherTables } from './database-folder.ts'
import { BASELINE_ID, createTables } from './migrations/baseline.ts'
import type { Config } from './platform/config/config.ts'
import { findInstalledTables, installTables } from './platform/db/baseline.ts'
import type { OpenDatabase } from './platform/db/database.ts'
import { findJobChanges, type JobChange, migrateJobs } from './platform/jobs/migrate-jobs.ts'
import type { Log } from './platform/log/log.ts'
import type { Schema } from './schema.ts'

/**
 * Creates the tables in an empty database and brings the job queue to the state that this build needs; returns the names
 * of the changes. Several processes may do it at the same moment. Throws OtherTablesError as findPendingChanges does.
 */
export async function migrateDatabase(database: OpenDatabase<Schema>, log: Log): Promise<string[]> {
  const pendingChanges = await findPendingChanges(database)
  if (pendingChanges.length === 0) return []
  const isTablesPending = pendingChanges.some(({ name }) => name === TABLES)
  const isInstalled = isTablesPending && (await installTables(database.db, BASELINE_ID, createTables))
  return [...(isInstalled ? [TABLES] : []), ...(await migrateJobs(database, jobKinds, log))]
}

/** Lists the changes that migrateDatabase would make. Throws OtherTablesError for a database with other tables. */
export async function findPendingChanges(database: OpenDatabase<Schema>): Promise<JobChange[]> {
  const installed = await findInstalledTables(database.db)
  refuseOtherTables(installed, database.engine)
  const tables = installed === 'none' ? [{ name: TABLES, isRequired: true }] : []
  return [...tables, ...(await findJobChanges(database, jobKinds))]
}

const TABLES = `tables ${BASELINE_ID}`

/** The database lacks what this build needs. */
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
  { pause = (ms: number): Promise<unknown> => setTimeout(ms) } = {},
): Promise<void> {
  if (database.engine === 'embedded') {
    await migrateDatabase(database, log)
    return
  }
  for (let waited = 0; ; waited += POLL_MS) {
    const requiredChanges = (await findPendingChanges(database)).filter(({ isRequired }) => isRequired)
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
    `The database needs a migration before this build can start: ${names.join(', ')}${unnamedCount > 0 ? ` and ${unnamedCount} more` : ''}.\n` +
    "Run 'keepsake migrate' and start again (docs/operations.md)."
  )
}
