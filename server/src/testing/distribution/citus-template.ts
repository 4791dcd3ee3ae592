import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { distributionStatements } from '../../distribution.ts'
import { migrateDatabase } from '../../migrate-database.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { createLog } from '../../platform/log/log.ts'
import type { Schema } from '../../schema.ts'
import { citusServers, databaseAt } from './citus-servers.ts'

/**
 * Creates a migrated database on all servers whose tables are distributed, and returns its name. Tests copy it: the
 * metadata of Citus names tables by ids that copies have, too, and servers by address.
 */
export async function createCitusTemplate(): Promise<string> {
  const servers = citusServers()
  const name = `keepsake_template_${randomUUID().replaceAll('-', '')}`
  const urls = servers.map(server => databaseAt(server, name))
  for (const server of servers) await run(server, [`create database ${name}`])
  for (const url of urls) await run(url, ['create extension citus'])
  const [coordinator, ...workers] = urls.map(url => new URL(url))
  const nodeOf = ({ hostname, port }: URL) => `'${hostname}', ${port}`
  const database = await openDatabase<Schema>({ url: coordinator!.href })
  await migrateDatabase(database, createLog({ level: 'fatal' }))
  await database.close()
  await run(coordinator!.href, [
    `select citus_set_coordinator_host(${nodeOf(coordinator!)})`,
    ...workers.map(worker => `select citus_add_node(${nodeOf(worker)})`),
    ...distributionStatements(),
  ])
  // A database that anything is connected to, such as the maintenance of Citus, cannot be copied.
  for (const server of servers)
    await run(server, [
      `alter database ${name} allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    ])
  return name
}

/** Removes that database. */
export async function removeCitusTemplate(name: string): Promise<void> {
  for (const server of citusServers()) await run(server, [`drop database ${name} with (force)`])
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
