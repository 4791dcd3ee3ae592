import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { DatabaseLocation, PostgresLocation } from '../platform/db/database.ts'
import { countWork } from './count-work.ts'
import { createDatabaseUrl } from './database-template.ts'
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

async function createLocation(opened: AsyncDisposableStack, template?: string): Promise<PostgresLocation> {
  const url = process.env.TEST_DATABASE_URL!
  const name = `keepsake_${randomUUID().replaceAll('-', '')}`
  const direct = createDatabaseUrl(url, name)
  await createDatabase(opened, url, direct, template)
  const { TEST_DATABASE_POOLER_URL: pooler } = process.env
  return pooler
    ? { url: createDatabaseUrl(pooler, name), directUrl: direct, preparesStatements: false }
    : { url: direct }
}

async function createDatabase(
  opened: AsyncDisposableStack,
  server: string,
  url: string,
  template = 'template1',
): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  // Files are copied: writing each page to the log as well would cost three times the CPU (suite.md).
  await admin(`create database ${name} template ${template} strategy file_copy`)
  opened.defer(() => admin(`drop database ${name} with (force)`))
}
