import type { StandaloneCommand } from './domain.ts'
import { findPendingChanges, migrateDatabase } from './migrate-database.ts'
import { openConfiguredDatabase } from './open-database.ts'
import { parseCommandLine } from './platform/command-line.ts'
import { readConfig } from './platform/config/config.ts'
import type { Environment } from './platform/config/read-environment.ts'
import type { PostgresLocation } from './platform/db/database.ts'
import { createLog } from './platform/log/log.ts'
import { explainStartFailure } from './start-failure.ts'

/** `keepsake migrate`: needs no migrated database. */
export const migrateCommand: StandaloneCommand = {
  name: 'migrate',
  run: runMigrate,
}

async function runMigrate(
  env: Environment,
  words: readonly string[],
  print: (line: string) => unknown,
): Promise<number | null> {
  const parsed = parseCommandLine(words, { check: { type: 'boolean' } })
  if (!parsed || parsed.words.length > 0) return null
  const config = readConfig(env)
  await using resources = new AsyncDisposableStack()
  try {
    const database = await openConfiguredDatabase(
      { ...config, postgres: withDirectUrl(config.postgres) },
      resources,
      'command',
    )
    if (parsed.values.check) {
      const pendingChanges = await findPendingChanges(database)
      for (const { name } of pendingChanges) print(`Pending: ${name}`)
      if (pendingChanges.length === 0) print('Nothing is pending.')
      return pendingChanges.length > 0 ? 1 : 0
    }
    const done = await migrateDatabase(database, createLog({ level: config.logLevel }))
    for (const name of done) print(`Done: ${name}`)
    print(done.length > 0 ? 'The database is migrated.' : 'Nothing was pending.')
    return 0
  } catch (error) {
    throw await explainStartFailure(error, config)
  }
}

/** The address of the server itself, because a pooler uses another session for each statement outside a transaction. */
const withDirectUrl = (postgres: PostgresLocation | null) =>
  postgres && { ...postgres, url: postgres.directUrl ?? postgres.url }
