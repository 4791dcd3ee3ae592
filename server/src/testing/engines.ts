import { rmSync } from 'node:fs'
import pg from 'pg'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../platform/db/embedded.ts'

/**
 * Lends an embedded database in memory as TEST_DATABASE_TEMPLATE has it. Starting one costs as much as many tests: when
 * `opened` is disposed it is put back as it was, for the next test server of this process.
 */
export async function lendEngine(opened: AsyncDisposableStack): Promise<EmbeddedDatabase> {
  const lent = idle.pop() ?? (await newEngine())
  opened.defer(async () => {
    await putBack(lent)
    idle.push(lent)
  })
  return lent.engine
}

interface Lendable {
  engine: EmbeddedDatabase
  tables: string[]
}

const idle: Lendable[] = []
const folders: string[] = []
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
// The way test runners end their processes; without this nothing would run at their end.
process.once('SIGTERM', () => process.exit(143))
/** Where the rows are kept that the template's tables begin with. */
const KEPT = 'kept'

async function newEngine(): Promise<Lendable> {
  const engine = await startEmbeddedDatabase(null, process.env.TEST_DATABASE_TEMPLATE)
  folders.push(engine.host)
  const tables = await connected(engine, async client => {
    const tables = await tablesIn(client)
    await client.query(`create schema ${KEPT}`)
    for (const [i, table] of tables.entries())
      await client.query(`create table ${KEPT}.rows_${i} as table ${table}`)
    return tables
  })
  return { engine, tables }
}

/** A table whose file is empty was not written to since it was made or truncated. */
async function putBack({ engine, tables }: Lendable): Promise<void> {
  await connected(engine, async client => {
    await client.query('discard all')
    const found = await tablesIn(client)
    for (const table of found) if (!tables.includes(table)) await client.query(`drop table ${table} cascade`)
    const written = await namesOf(
      client,
      'select name from unnest($1::text[]) name where pg_relation_size(name::regclass) > 0',
      [tables],
    )
    if (written.length === 0) return
    await client.query('begin')
    await client.query(`truncate ${written.join(', ')} restart identity cascade`)
    for (const [i, table] of tables.entries())
      if (written.includes(table))
        await client.query(`insert into ${table} overriding system value table ${KEPT}.rows_${i}`)
    await client.query('commit')
    // What was done since the last one would stay in the write-ahead log.
    await client.query('checkpoint')
  })
}

const tablesIn = (client: pg.Client) =>
  namesOf(
    client,
    `select format('%I.%I', nspname, relname) as name
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema', $1)
      order by name`,
    [KEPT],
  )

async function namesOf(client: pg.Client, query: string, values: unknown[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(query, values)
  return rows.map(row => row.name)
}

async function connected<T>({ host }: EmbeddedDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ host, port: 5432, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
