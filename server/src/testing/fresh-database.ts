import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { DatabaseLocation } from '../platform/db/database.ts'
import { acquireEngine } from './engine-pool.ts'

/**
 * A new empty database, removed when `opened` is disposed: on TEST_DATABASE_URL, else embedded in memory. With
 * TEST_DATABASE_POOLER_URL the first one is used through that pooler.
 */
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
  const { TEST_DATABASE_POOLER_URL: pooler } = process.env
  const direct = databaseAt(url, name)
  return pooler
    ? { url: databaseAt(pooler, name), directUrl: direct, preparesStatements: false }
    : { url: direct }
}

function databaseAt(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
