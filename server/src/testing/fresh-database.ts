import { randomUUID } from 'node:crypto'
import type { DatabaseLocation, PostgresLocation } from '../platform/db/database.ts'
import { countWork } from './count-work.ts'
import { createDatabaseUrl, runOnServer } from './database-template.ts'
import { acquireEngine } from './engine-pool.ts'

/**
 * Creates a new database with empty tables, removed when `opened` is disposed: on TEST_DATABASE_URL a copy of
 * TEST_DATABASE_NAME, else embedded in memory. With TEST_DATABASE_POOLER_URL the first one is used through that pooler.
 */
export async function createFreshDatabase(opened: AsyncDisposableStack): Promise<DatabaseLocation> {
  countWork('databases')
  if (!process.env.TEST_DATABASE_URL) return { engine: await acquireEngine(opened) }
  return createLocation(opened, process.env.TEST_DATABASE_NAME)
}

/** Creates a new database without tables on TEST_DATABASE_URL, removed when `opened` is disposed. */
export const createEmptyDatabase = (opened: AsyncDisposableStack): Promise<PostgresLocation> =>
  createLocation(opened)

async function createLocation(
  opened: AsyncDisposableStack,
  template = 'template1',
): Promise<PostgresLocation> {
  const server = process.env.TEST_DATABASE_URL!
  const name = `keepsake_${randomUUID().replaceAll('-', '')}`
  // Files are copied: writing each page to the log as well would cost three times the CPU.
  await runOnServer(server, `create database ${name} template ${template} strategy file_copy`)
  opened.defer(() => runOnServer(server, `drop database ${name} with (force)`))
  const direct = createDatabaseUrl(server, name)
  const { TEST_DATABASE_POOLER_URL: pooler } = process.env
  return pooler
    ? { url: createDatabaseUrl(pooler, name), directUrl: direct, preparesStatements: false }
    : { url: direct }
}
