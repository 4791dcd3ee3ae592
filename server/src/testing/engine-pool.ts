import { rmSync } from 'node:fs'
import pg from 'pg'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../platform/db/embedded.ts'

/**
 * Acquires an embedded in-memory database with the contents of TEST_DATABASE_TEMPLATE from the pool of this process,
 * because starting one costs as much as many tests. Disposing of `opened` resets the database and returns it to the
 * pool.
 */
export async function acquireEngine(opened: AsyncDisposableStack): Promise<EmbeddedDatabase> {
  const pooled = idleEngines.pop() ?? (await startEngine())
  opened.defer(async () => {
    await resetEngine(pooled)
    idleEngines.push(pooled)
  })
  return pooled.engine
}

interface PooledEngine {
  engine: EmbeddedDatabase
  tables: string[]
}

const idleEngines: PooledEngine[] = []
const folders: string[] = []
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
// Test runners end their processes with SIGTERM, which runs no exit handlers by default.
process.once('SIGTERM', () => process.exit(143))
/** The name of the schema with copies of the template's rows. */
const TEMPLATE_SCHEMA = 'kept'

async function startEngine(): Promise<PooledEngine> {
  const engine = await startEmbeddedDatabase(null, process.env.TEST_DATABASE_TEMPLATE)
  folders.push(engine.host)
  const tables = await withClient(engine, async client => {
    const tables = await listTables(client)
    await client.query(`create schema ${TEMPLATE_SCHEMA}`)
    for (const [i, table] of tables.entries())
      await client.query(`create table ${TEMPLATE_SCHEMA}.rows_${i} as table ${table}`)
    return tables
  })
  return { engine, tables }
}

/** Restores the template's rows. A table whose file is empty was not written since it was created or truncated. */
async function resetEngine({ engine, tables }: PooledEngine): Promise<void> {
  await withClient(engine, async client => {
    await client.query('discard all')
    const existingTables = await listTables(client)
    for (const table of existingTables)
      if (!tables.includes(table)) await client.query(`drop table ${table} cascade`)
    const writtenTables = await queryNames(
      client,
      'select name from unnest($1::text[]) name where pg_relation_size(name::regclass) > 0',
      [tables],
    )
    if (writtenTables.length === 0) return
    await client.query('begin')
    await client.query(`truncate ${writtenTables.join(', ')} restart identity cascade`)
    for (const [i, table] of tables.entries())
      if (writtenTables.includes(table))
        await client.query(`insert into ${table} overriding system value table ${TEMPLATE_SCHEMA}.rows_${i}`)
    await client.query('commit')
    // Keeps the write-ahead log from growing with every test server.
    await client.query('checkpoint')
  })
}

const listTables = (client: pg.Client) =>
  queryNames(
    client,
    `select format('%I.%I', nspname, relname) as name
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema', $1)
      order by name`,
    [TEMPLATE_SCHEMA],
  )

async function queryNames(client: pg.Client, query: string, values: unknown[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(query, values)
  return rows.map(row => row.name)
}

async function withClient<T>(
  { host }: EmbeddedDatabase,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ host, port: 5432, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
