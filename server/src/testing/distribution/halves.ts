import { migrateDatabase } from '../../migrate-database.ts'
import { type DatabaseLocation, type OpenDatabase, openDatabase } from '../../platform/db/database.ts'
import { declareOtherNodes } from '../../platform/db/other-nodes.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Schema } from '../../schema.ts'
import { declarations } from './check-statements.ts'
import { routeStatements, secondLocation } from './two-databases.ts'

/** The two halves of a test database. */
export interface Halves {
  /** Migrates the second half and routes statements from then on; the first one is migrated. */
  migrate(log: Log): Promise<void>
}

/** Distributes the accounts of a database over it and its second half, if TEST_SECOND_DATABASE_URL is set. */
export async function openHalves(
  opened: AsyncDisposableStack,
  location: DatabaseLocation,
  database: OpenDatabase<Schema>,
): Promise<Halves | null> {
  const at = secondLocation(location)
  if (!at) return null
  const second = await openDatabase<Schema>(at)
  opened.defer(() => second.close())
  const router = routeStatements(database, second, declarations)
  opened.defer(() => router.close())
  return {
    async migrate(log) {
      await router.recover()
      await migrateDatabase(second, log)
      declareOtherNodes(database.db)
      router.enable()
    },
  }
}
