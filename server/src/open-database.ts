import { checkDatabaseFolder, prepareDatabaseFolder } from './database-folder.ts'
import { type Config, getDataPaths } from './platform/config/config.ts'
import { ConfigError } from './platform/config/config-error.ts'
import { lockDataFolder } from './platform/db/data-lock.ts'
import { createDatabaseLimits, type OpenDatabase, openDatabase } from './platform/db/database.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { loadOrCreateSecrets } from './platform/signing/secret.ts'
import { createSigner, type Signer } from './platform/signing/signing.ts'
import type { StatementClass } from './platform/time-limits.ts'
import type { Schema } from './schema.ts'

/**
 * Opens the database without migrating it; the embedded one after comparing its tables and locking its folder.
 * `resources` closes it.
 * `statementClass`: that of statements outside of requests and jobs.
 */
export async function openConfiguredDatabase(
  config: Pick<Config, 'dataDir' | 'postgres' | 'role'>,
  resources: AsyncDisposableStack,
  statementClass: StatementClass,
  metrics?: Metrics,
): Promise<OpenDatabase<Schema>> {
  const paths = getDataPaths(config.dataDir)
  if (!config.postgres) {
    if (config.role !== 'all')
      throw new ConfigError([
        { variable: 'DATABASE_URL', message: `is required for the role ${config.role}` },
      ])
    checkDatabaseFolder(paths.database)
    const lock = lockDataFolder(paths.lock)
    resources.defer(() => lock.release())
    prepareDatabaseFolder(paths.database)
  }
  const location = config.postgres ?? { folder: paths.database }
  const limits = createDatabaseLimits(location, statementClass)
  const applicationName = `keepsake-${statementClass === 'command' ? 'command' : config.role}`
  const database = await openDatabase<Schema>(location, { applicationName, metrics, limits })
  resources.defer(() => database.close())
  return database
}

/** Opens the signer with SECRET, or with the secrets of the data folder, where the first start creates one. */
export async function openSigner({
  secret,
  previousSecret,
  dataDir,
}: Pick<Config, 'secret' | 'previousSecret' | 'dataDir'>): Promise<Signer> {
  if (secret) return createSigner(secret, previousSecret)
  const { current, previous } = await loadOrCreateSecrets(getDataPaths(dataDir).secret)
  return createSigner(current, previous)
}
