import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { getTimeline } from '#contract/photos.ts'
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts'
import { type Bench, type BenchOptions, verify } from './harness/bench.ts'
import { type Customer, signIn } from './harness/customer.ts'
import { addCustomer, type DataDirectory, openBenchDatabase } from './harness/data-directory.ts'
import { createFigure, type Figure } from './harness/figure.ts'
import { startPostgres } from './harness/postgres.ts'
import { startServer } from './harness/server.ts'

const ROLES = ['web', 'web', 'web', 'worker', 'worker'] as const
const STATEMENTS_MAX = 5
const CONNECTIONS_MAX = 10
/** Connections that were opened for the start and are idle are closed after half a minute. */
const REST_MS = 45_000

/** Memory of the one process of an embedded database, after the garbage of its start is collected. */
const MEMORY_MAX_MB = 600

/**
 * Connections and statements of three web processes and two workers that nobody uses, and the memory of the one process of an
 * embedded database that has answered a customer.
 */
export const idle: Bench = {
  name: 'idle',
  target:
    '≤ 5 statements a second by five idle processes, ≤ 10 connections each; ≤ 600 MB of one process with the embedded database',
  run: async options => [...(await measureProcesses(options)), await measureEmbeddedMemory(options)],
}

async function measureEmbeddedMemory({ log, resources }: BenchOptions): Promise<Figure> {
  await using opened = new AsyncDisposableStack()
  const dataDirectory = { folder: await createTemporaryFolder(resources) }
  const customer = await createDatabase(dataDirectory)
  const server = await startServer(dataDirectory, opened)
  const client = await signIn(server.origin, customer)
  await client.call(getTimeline, { query: {} })
  log('one process with the embedded database at rest')
  await wait(REST_MS)
  return createFigure('memory at rest, embedded database', [server.memory() * 1.048576], {
    atMost: MEMORY_MAX_MB,
    unit: 'MB',
  })
}

async function measureProcesses({ quick, log, resources }: BenchOptions): Promise<Figure[]> {
  const postgres = await startPostgres(resources, ['shared_preload_libraries=pg_stat_statements'])
  const dataDirectory = { folder: await createTemporaryFolder(resources), databaseUrl: postgres.url }
  await createDatabase(dataDirectory)
  for (const role of ROLES) await startServer(dataDirectory, resources, {}, role)
  const client = new pg.Client({ connectionString: postgres.url, application_name: 'bench' })
  await client.connect()
  resources.defer(() => client.end())
  await client.query('create extension pg_stat_statements')
  const seconds = quick ? 30 : 120
  log(`${ROLES.length} processes at rest, counted for ${seconds} s`)
  await wait(REST_MS)
  const samples = [await countConnections(client)]
  const before = await countStatements(client)
  for (let second = 0; second < seconds; second += 5) {
    await wait(5000)
    samples.push(await countConnections(client))
  }
  const statements = (await countStatements(client)) - before
  verify(statements > 0, 'statements of the processes are counted')
  const connections = Math.max(...samples.map(each => each.total))
  return [
    createFigure('statements a second, five processes', [statements / seconds], {
      atMost: STATEMENTS_MAX,
      unit: '/s',
    }),
    createFigure('connections per process', [connections / ROLES.length], {
      atMost: CONNECTIONS_MAX,
      unit: '',
      note: `${connections} in all: ${samples.at(-1)!.names}`,
    }),
  ]
}

/** Creates a database with a customer. */
async function createDatabase(dataDirectory: DataDirectory): Promise<Customer> {
  const database = await openBenchDatabase(dataDirectory)
  const customer = await addCustomer(database.db)
  await database.close()
  return customer
}

/** Connections of the processes, without those of this bench. */
async function countConnections(client: pg.Client): Promise<{ total: number; names: string }> {
  const { rows } = await client.query<{ name: string; count: number }>(
    `select application_name as name, count(*)::int from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid() group by 1 order by 1`,
  )
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    names: rows.map(({ name, count }) => `${name} ${count}`).join(', '),
  }
}

/** Counts statements that the server has executed, without those of this bench. */
async function countStatements(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `select sum(calls)::int as count from pg_stat_statements where query !~ 'pg_stat_'`,
  )
  return rows[0].count
}
