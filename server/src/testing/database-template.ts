import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { migrateDatabase } from '../migrate-database.ts'
import { openDatabase } from '../platform/db/database.ts'
import { createLog } from '../platform/log/log.ts'
import type { Schema } from '../schema.ts'

/** Creates a migrated database on the server and returns its name: tests copy it (0.1 s) instead of migrating. */
export async function createDatabaseTemplate(server: string): Promise<string> {
  const name = `keepsake_template_${randomUUID().replaceAll('-', '')}`
  await runOnServer(server, `create database ${name}`)
  const database = await openDatabase<Schema>({ url: createDatabaseUrl(server, name) })
  await migrateDatabase(database, createLog({ level: 'fatal' }))
  await database.close()
  return name
}

export const removeDatabaseTemplate = (server: string, name: string): Promise<void> =>
  runOnServer(server, `drop database ${name} with (force)`)

/** Creates the address of a database of a server. */
export function createDatabaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Executes a statement on a server. */
export async function runOnServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}
