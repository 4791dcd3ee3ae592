import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { checkDatabaseFolder, OtherTablesError } from '../database-folder.ts'
import { openConfiguredDatabase, openSigner } from '../open-database.ts'
import { type Config, getDataPaths } from '../platform/config/config.ts'
import { ConfigError } from '../platform/config/config-error.ts'
import { checkLock, DataFolderInUseError } from '../platform/db/data-lock.ts'
import type { OpenDatabase } from '../platform/db/database.ts'
import type { Schema } from '../schema.ts'
import { describeClock } from './clock.ts'
import { type Check, fail, ok, warn } from './finding.ts'

/** The database, its migrations, its clock, and whether its other processes have the same secret. */
export function createDatabaseChecks(config: Config, resources: AsyncDisposableStack): Check[] {
  if (!config.postgres) {
    const finding = findEmbeddedProblem(config)
    if (finding) return [{ name: 'database', run: async () => finding }]
  }
  const variable = config.postgres ? 'DATABASE_URL' : 'DATA_DIR'
  const open = memoize(() => openConfiguredDatabase({ ...config, role: 'all' }, resources, 'command'))
  return [
    {
      name: 'database',
      variable,
      run: async () => ok(await describeServer(await open())),
    },
    ...(config.postgres?.directUrl
      ? [
          {
            name: 'database at DATABASE_DIRECT_URL',
            variable: 'DATABASE_DIRECT_URL',
            run: () => checkDirectAddress(config),
          },
        ]
      : []),
    { name: 'migrations', variable, run: async () => checkMigrations(await open()) },
    { name: 'clock of the database', variable, run: async () => checkClock(await open()) },
    ...(config.postgres
      ? [{ name: 'secret', variable, run: async () => checkFingerprint(await open(), config) }]
      : []),
  ]
}

/** The embedded database has one process, and opening it would create it. */
function findEmbeddedProblem({ dataDir }: Config) {
  const paths = getDataPaths(dataDir)
  if (!existsSync(paths.database)) return warn(`none yet in ${dataDir}: the first start creates it`)
  try {
    checkDatabaseFolder(paths.database)
    checkLock(paths.lock)
    return null
  } catch (error) {
    if (error instanceof OtherTablesError) return fail(error.message)
    if (!(error instanceof DataFolderInUseError)) throw error
    return warn(`${error.message} Then it can be checked.`)
  }
}

async function describeServer({ db, engine }: OpenDatabase<Schema>): Promise<string> {
  const started = performance.now()
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db)
  const name = engine === 'embedded' ? 'embedded PostgreSQL' : 'PostgreSQL'
  return `${name} ${rows[0]!.server_version} answers in ${Math.round(performance.now() - started)} ms`
}

async function checkDirectAddress(config: Config) {
  await using opened = new AsyncDisposableStack()
  const { directUrl: url = '', ...postgres } = config.postgres!
  return ok(
    await describeServer(
      await openConfiguredDatabase(
        { ...config, role: 'all', postgres: { ...postgres, url } },
        opened,
        'command',
      ),
    ),
  )
}

async function checkMigrations(database: OpenDatabase<Schema>) {
  // Loads all domains, whose jobs are compared with the queues; a machine without a database needs none.
  const { findPendingChanges } = await import('../migrate-database.ts')
  const pendingChanges = await findPendingChanges(database).catch(error => {
    if (error instanceof OtherTablesError) return error
    throw error
  })
  if (pendingChanges instanceof OtherTablesError) return fail(pendingChanges.message)
  const requiredCount = pendingChanges.filter(({ isRequired }) => isRequired).length
  if (requiredCount > 0) return fail(`${requiredCount} pending: run 'keepsake migrate'`)
  return pendingChanges.length > 0
    ? warn(`${pendingChanges.length} optional ones are pending: run 'keepsake migrate'`)
    : ok('nothing is pending')
}

async function checkClock({ db }: OpenDatabase<Schema>) {
  const before = Date.now()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return describeClock(rows[0]!.now, { before, after: Date.now() })
}

async function checkFingerprint(database: OpenDatabase<Schema>, config: Config) {
  const { db } = database
  if ((await checkMigrations(database)).level === 'fail') return warn('not compared before the migration')
  try {
    const { checkSecret } = await import('../domains/identity/index.ts')
    await checkSecret({ db, signer: await openSigner(config) })
    return ok('accepted by the other processes')
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return fail(error.problems.map(({ variable, message }) => `${variable} ${message}`).join(' '))
  }
}

/** Calls `create` once; a failure is the same for all checks. */
function memoize<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined
  return () => (created ??= create())
}
