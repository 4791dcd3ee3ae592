import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { DatabaseLocation, PostgresLocation } from '../platform/db/database.ts'
import { citusServers, databaseAt } from './distribution/citus-servers.ts'
import { secondLocation } from './distribution/two-databases.ts'
import { acquireEngine } from './engine-pool.ts'

/**
 * A new database with empty tables, removed when `opened` is disposed: on TEST_DATABASE_URL a copy of TEST_DATABASE_NAME, else
 * embedded in memory. With TEST_DATABASE_POOLER_URL the first one is used through that pooler; with TEST_SECOND_DATABASE_URL it
 * has its second half there. With TEST_CITUS_WORKERS it is a copy of the distributed database of TEST_CITUS_TEMPLATE.
 */
export async function freshDatabase(opened: AsyncDisposableStack): Promise<DatabaseLocation> {
  if (!process.env.TEST_DATABASE_URL) return { engine: await acquireEngine(opened) }
  const { TEST_CITUS_TEMPLATE: citusTemplate, TEST_DATABASE_NAME: template } = process.env
  if (!citusTemplate) return createLocation(opened, template)
  const name = newName()
  for (const server of citusServers())
    await createDatabase(opened, server, databaseAt(server, name), citusTemplate)
  return { url: databaseAt(process.env.TEST_DATABASE_URL, name) }
}

/** A new database without tables on TEST_DATABASE_URL, removed when `opened` is disposed. */
export const emptyDatabase = (opened: AsyncDisposableStack): Promise<PostgresLocation> =>
  createLocation(opened)

async function createLocation(opened: AsyncDisposableStack, template?: string): Promise<PostgresLocation> {
  const url = process.env.TEST_DATABASE_URL!
  const name = newName()
  const direct = databaseAt(url, name)
  await createDatabase(opened, url, direct, template)
  const second = secondLocation({ url: direct })
  if (second) await createDatabase(opened, process.env.TEST_SECOND_DATABASE_URL!, second.url, template)
  const { TEST_DATABASE_POOLER_URL: pooler } = process.env
  return pooler
    ? { url: databaseAt(pooler, name), directUrl: direct, preparesStatements: false }
    : { url: direct }
}

const newName = () => `keepsake_${randomUUID().replaceAll('-', '')}`

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
  await admin(`create database ${name} template ${template}`)
  opened.defer(() => admin(`drop database ${name} with (force)`))
}
