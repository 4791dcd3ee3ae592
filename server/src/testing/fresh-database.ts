import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { DatabaseLocation } from '../platform/db/database.ts'
import { acquireEngine } from './engine-pool.ts'

/** A new empty database, removed when `opened` is disposed: on TEST_DATABASE_URL, else embedded in memory. */
export async function freshDatabase(opened: AsyncDisposableStack): Promise<DatabaseLocation> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) return { engine: await acquireEngine(opened) }
  const name = `keepsake_${randomUUID().replaceAll('-', '')}`
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await admin(`create database ${name}`)
  opened.defer(() => admin(`drop database ${name} with (force)`))
  const fresh = new URL(url)
  fresh.pathname = `/${name}`
  return { url: fresh.href }
}
