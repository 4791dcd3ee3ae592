import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { DatabaseLocation } from '../platform/db/database.ts'
import { secondLocation } from './distribution/two-databases.ts'
import { acquireEngine } from './engine-pool.ts'

/**
 * A new empty database, removed when `opened` is disposed: on TEST_DATABASE_URL, with its second half on
 * TEST_SECOND_DATABASE_URL if that is set, else embedded in memory.
 */
export async function freshDatabase(opened: AsyncDisposableStack): Promise<DatabaseLocation> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) return { engine: await acquireEngine(opened) }
  const fresh = new URL(url)
  fresh.pathname = `/keepsake_${randomUUID().replaceAll('-', '')}`
  const location = { url: fresh.href }
  await createDatabase(opened, url, location)
  const second = secondLocation(location)
  if (second) await createDatabase(opened, process.env.TEST_SECOND_DATABASE_URL!, second)
  return location
}

async function createDatabase(
  opened: AsyncDisposableStack,
  server: string,
  { url }: { url: string },
): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await admin(`create database ${name}`)
  opened.defer(() => admin(`drop database ${name} with (force)`))
}
