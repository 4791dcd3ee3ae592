import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { prepareDatabaseFolder } from '#server/database-folder.ts'
import { createAccount, hashPassword } from '#server/domains/identity/index.ts'
import { claimBlobStore } from '#server/domains/photos/index.ts'
import { migrateDatabase } from '#server/migrate-database.ts'
import { createFolderBlobs } from '#server/platform/blobs/folder-blobs.ts'
import { systemClock } from '#server/platform/clock/clock.ts'
import { getDataPaths } from '#server/platform/config/config.ts'
import { type OpenDatabase, openDatabase } from '#server/platform/db/database.ts'
import { transact } from '#server/platform/db/transact.ts'
import { createLog } from '#server/platform/log/log.ts'
import type { Schema } from '#server/schema.ts'
import type { Customer } from './customer.ts'

/** Data of a server: a folder, and a PostgreSQL database; without its address the embedded database in the folder. */
export interface DataDirectory {
  folder: string
  databaseUrl?: string | undefined
}

/**
 * Opens and migrates the database, and claims the blobs for it. The embedded database can be opened only while no server
 * runs on it.
 */
export async function openBenchDatabase(dataDirectory: DataDirectory): Promise<OpenDatabase<Schema>> {
  const paths = getDataPaths(dataDirectory.folder)
  if (!dataDirectory.databaseUrl) prepareDatabaseFolder(paths.database)
  const database = await openDatabase<Schema>(
    dataDirectory.databaseUrl ? { url: dataDirectory.databaseUrl } : { folder: paths.database },
  )
  await migrateDatabase(database, createLog({ level: 'fatal' }))
  // Claims before rows without blobs are added: a server would refuse to start on them.
  await claimBlobStore({ db: database.db, blobs: createFolderBlobs(paths.blobs), clock: systemClock })
  return database
}

/** Creates a customer with a password. */
export async function addCustomer(db: Kysely<Schema>): Promise<Customer> {
  const email = `${randomUUID()}@keepsake.test`
  const password = randomUUID()
  const passwordHash = await hashPassword(password)
  const accountId = await transact(db, tx =>
    createAccount(tx, {
      email,
      brandId: 'keepsake-gb',
      locale: 'en-GB',
      registeredAt: new Date(),
      passwordHash,
    }),
  )
  return { accountId: accountId!, email, password }
}
