import { migrateDatabase } from '#server/migrate-database.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { declareOtherNodes } from '#server/platform/db/other-nodes.ts'
import type { Schema } from '#server/schema.ts'
import { declarations } from '#server/testing/distribution/check-statements.ts'
import type { SecondDatabase } from '#server/testing/second-database.ts'
import { getSecondLocation, routeStatements } from './two-databases.ts'

/** Distributes the accounts of a database over it and its second half on TEST_SECOND_DATABASE_URL. */
export const openHalves: SecondDatabase['open'] = async (opened, location, database) => {
  const secondLocation = getSecondLocation(location)
  if (!secondLocation) return null
  const second = await openDatabase<Schema>(secondLocation)
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
