import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { hasPostgresPrograms, initCluster, startServer } from '#server/testing/postgres-programs.ts'
import { findFreePort } from '../../../tools/free-port.ts'
import { getCpuSeconds } from './cpu.ts'
import { createTemporaryFolder, terminate, waitFor } from './processes.ts'

export interface Postgres {
  url: string
  /** Process of the database server; null when BENCH_DATABASE_URL names another one. */
  pid: number | null
  /** CPU seconds of the database server; zero when BENCH_DATABASE_URL names another one. */
  cpu(): number
}

/**
 * Creates an empty database on BENCH_DATABASE_URL, else on a PostgreSQL started for the bench, with `settings` as
 * 'name=value'; null without PostgreSQL. Ctrl-C does not end a detached one: its caller does, after those that use it.
 */
export async function startPostgres(
  resources: AsyncDisposableStack,
  settings: readonly string[] = [],
  isDetached = false,
): Promise<Postgres | null> {
  const configuredUrl = process.env.BENCH_DATABASE_URL
  if (configuredUrl) return { url: await createDatabase(configuredUrl, resources), pid: null, cpu: () => 0 }
  return hasPostgresPrograms() ? startCluster(resources, settings, isDetached) : null
}

/** Whether PostgreSQL is installed or configured. */
export const hasPostgres = (): boolean =>
  process.env.BENCH_DATABASE_URL !== undefined || hasPostgresPrograms()

async function startCluster(
  resources: AsyncDisposableStack,
  settings: readonly string[],
  isDetached: boolean,
): Promise<Postgres> {
  const folder = await createTemporaryFolder(resources)
  initCluster(folder)
  const port = await findFreePort()
  const child = startServer(folder, port, settings, isDetached)
  const kill = () => void child.kill('SIGINT')
  process.once('exit', kill)
  resources.defer(async () => {
    await terminate(child, 'SIGINT')
    process.off('exit', kill)
  })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await waitFor('PostgreSQL starts', 30, () => query(url, 'select 1'))
  return { url, pid: child.pid!, cpu: () => getCpuSeconds(child.pid!) }
}

async function createDatabase(server: string, resources: AsyncDisposableStack): Promise<string> {
  const name = `keepsake_bench_${randomUUID().replaceAll('-', '')}`
  await query(server, `create database ${name}`)
  resources.defer(() => query(server, `drop database ${name} with (force)`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
