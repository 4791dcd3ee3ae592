import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { DatabaseLocation } from '../platform/db/database.ts'
import { citusServers, databaseAt } from './distribution/citus-servers.ts'
import { secondLocation } from './distribution/two-databases.ts'
import { acquireEngine } from './engine-pool.ts'

/**
 * A new empty database, removed when `opened` is disposed: on TEST_DATABASE_URL, else embedded in memory. With
 * TEST_DATABASE_POOLER_URL the first one is used through that pooler; with TEST_SECOND_DATABASE_URL it has its second half
 * there. With TEST_CITUS_WORKERS it is a copy of the distributed database of TEST_CITUS_TEMPLATE, and has its tables.
 */
export async function freshDatabase(opened: AsyncDisposableStack): Promise<DatabaseLocation> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) return { engine: await acquireEngine(opened) }
  const name = `keepsake_${randomUUID().replaceAll('-', '')}`
  const direct = databaseAt(url, name)
  const template = process.env.TEST_CITUS_TEMPLATE
  if (template) {
    for (const server of citusServers())
      await createDatabase(opened, server, databaseAt(server, name), template)
    return { url: direct }
  }
  await createDatabase(opened, url, direct)
  const second = secondLocation({ url: direct })
  if (second) await createDatabase(opened, process.env.TEST_SECOND_DATABASE_URL!, second.url)
  const { TEST_DATABASE_POOLER_URL: pooler } = process.env
  return pooler
    ? { url: databaseAt(pooler, name), directUrl: direct, preparesStatements: false }
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
  await admin(`create database ${name} template ${template}`)
  opened.defer(() => admin(`drop database ${name} with (force)`))
}
