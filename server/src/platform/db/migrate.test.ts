import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase } from '../../testing/fresh-database.ts'
import { type DatabaseLocation, type OpenDatabase, openDatabase } from './database.ts'
import { findNewerMigrations, findPendingMigrations, migrate } from './migrate.ts'
import { withMigrationLock } from './migration-lock.ts'

const BUILD_INDEX = fileURLToPath(new URL('./build-index.ts', import.meta.url))

const storage = new AsyncDisposableStack()
let location: DatabaseLocation
let database: OpenDatabase<object>
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-migrations-'))
  // Not the embedded database of other tests, which has the tables of the product.
  location = process.env.TEST_DATABASE_URL
    ? await createEmptyDatabase(storage)
    : { folder: join(folder, 'database') }
  database = await openDatabase(location)
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})
afterAll(() => storage.disposeAsync())

const query = async (text: string) => (await database.pool.query(text)).rows
/** Writes a migration that runs these statements one after another. */
const plant = (name: string, ...statements: string[]) =>
  writeFile(
    join(folder, `${name}.ts`),
    `export async function up(db) {
      for (const text of ${JSON.stringify(statements)}) await db.executeQuery({ sql: text, parameters: [], query: { kind: 'RawNode' } })
    }\n`,
  )
const tables = async () => {
  const rows = await query(`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_name like 't\\_%'`)
  return rows.map(({ name }) => name).sort()
}

describe('RV-706 migrations', () => {
  test('run in the order of their names, once, also those whose number is lower than one that has run', async () => {
    await plant('0002-two', 'create table t_two ()')
    expect(await migrate(database.db, folder)).toEqual(['0002-two'])
    await plant('0003-three', 'alter table t_one add column three text')
    await plant('0001-one', 'create table t_one ()')
    expect(await findPendingMigrations(database.db, folder)).toEqual(['0001-one', '0003-three'])
    expect(await migrate(database.db, folder)).toEqual(['0001-one', '0003-three'])
    expect(await migrate(database.db, folder)).toEqual([])
    expect(await tables()).toEqual(['t_one', 't_two'])
  })

  test('have a transaction each: one that fails changes nothing and leaves those before it', async () => {
    await plant('0001-one', 'create table t_one ()')
    await plant('0002-two', 'create table t_two ()', 'select 1 from missing')
    await plant('0003-three', 'create table t_three ()')
    await expect(migrate(database.db, folder)).rejects.toThrow(
      'The migration 0002-two failed: error: relation "missing" does not exist',
    )
    expect(await tables()).toEqual(['t_one'])
    expect(await findPendingMigrations(database.db, folder)).toEqual(['0002-two', '0003-three'])
  })

  test('of a newer release are no reason to refuse the database, and are named', async () => {
    await plant('0001-one', 'create table t_one ()')
    await plant('0009-newer', 'create table t_newer ()')
    await migrate(database.db, folder)
    await rm(join(folder, '0009-newer.ts'))
    expect(await findPendingMigrations(database.db, folder)).toEqual([])
    expect(await findNewerMigrations(database.db, folder)).toEqual(['0009-newer'])
    await plant('0002-two', 'create table t_two ()')
    expect(await migrate(database.db, folder)).toEqual(['0002-two'])
  })
})

describe('RV-706 an index that is built concurrently', () => {
  const plantIndex = () =>
    writeFile(
      join(folder, '0002-index.ts'),
      `import { buildIndex } from ${JSON.stringify(BUILD_INDEX)}
      export const isTransactional = false
      export const up = db => buildIndex(db, 'create unique index concurrently t_by_n on t_numbers (n)')\n`,
    )
  const validity = async () =>
    (await query(`select indisvalid as valid from pg_index where indexrelid = to_regclass('t_by_n')`))[0]
      ?.valid

  test('is built outside a transaction; one that is valid is left', async () => {
    await plant('0001-numbers', 'create table t_numbers (n int)')
    await plantIndex()
    await migrate(database.db, folder)
    expect(await validity()).toBe(true)
    const [{ oid }] = await query(`select to_regclass('t_by_n')::oid as oid`)
    // As if the process had ended between the build and its record.
    await query(`delete from kysely_migration where name = '0002-index'`)
    expect(await migrate(database.db, folder)).toEqual(['0002-index'])
    expect(await query(`select to_regclass('t_by_n')::oid as oid`)).toEqual([{ oid }])
  })

  test('that a failed build left invalid is dropped and built again', async () => {
    await plant('0001-numbers', 'create table t_numbers (n int)', 'insert into t_numbers values (1), (1)')
    await plantIndex()
    await expect(migrate(database.db, folder)).rejects.toThrow('could not create unique index')
    expect(await validity()).toBe(false)
    await query('delete from t_numbers')
    expect(await migrate(database.db, folder)).toEqual(['0002-index'])
    expect(await validity()).toBe(true)
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('RV-706 beside the running product', () => {
  const urlOf = (place: DatabaseLocation) => (place as { url: string }).url

  /** Another session in a transaction that has read the table. */
  const holdTable = async () => {
    const holder = await openDatabase<object>(location)
    onTestFinished(() => holder.close())
    const client = await holder.pool.connect()
    await client.query('begin; select * from t_numbers')
    return async () => {
      await client.query('commit')
      client.release()
    }
  }

  test('a migration that a long transaction blocks is tried again, and blocks readers no longer than its lock timeout', async () => {
    await plant('0001-numbers', 'create table t_numbers (n int)')
    await migrate(database.db, folder)
    const release = await holdTable()
    await plant('0002-column', 'alter table t_numbers add column name text')
    const pauses: number[] = []
    const locked: number[] = []
    const done = await migrate(database.db, folder, {
      lockTimeoutMs: 50,
      onLocked: (_name, attempt) => locked.push(attempt),
      async pause(ms) {
        pauses.push(ms)
        // Between two attempts no other session waits in its queue.
        await query(`begin; set local lock_timeout = '2s'; insert into t_numbers values (1); commit`)
        if (pauses.length === 7) await release()
      },
    })
    expect(done).toEqual(['0002-column'])
    expect(locked).toEqual([2, 3, 4, 5, 6, 7, 8])
    expect(pauses).toEqual([1000, 2000, 3000, 4000, 5000, 5000, 5000])
  })

  test('one that never gets its lock is given up with the reason; nothing has changed', async () => {
    await plant('0001-numbers', 'create table t_numbers (n int)')
    await migrate(database.db, folder)
    const release = await holdTable()
    await plant('0002-column', 'alter table t_numbers add column name text')
    const options = { lockTimeoutMs: 20, attempts: 3, pause: async () => undefined }
    await expect(migrate(database.db, folder, options)).rejects.toThrow(
      'The migration 0002-column did not get a lock in 3 attempts: a long transaction uses its tables.',
    )
    await release()
    expect(await findPendingMigrations(database.db, folder)).toEqual(['0002-column'])
  })

  test('one process at a time migrates; another one waits, also while an index is built concurrently', async () => {
    await plant('0001-numbers', 'create table t_numbers (n int)')
    await migrate(database.db, folder)
    const order: string[] = []
    const entered = Promise.withResolvers<void>()
    const waiting = Promise.withResolvers<void>()
    const first = withMigrationLock(urlOf(location), async () => {
      entered.resolve()
      await waiting.promise
      // Would wait for ever for a session that is blocked in a statement.
      await query('create index concurrently t_by_n on t_numbers (n)')
      order.push('first')
    })
    await entered.promise
    const second = withMigrationLock(urlOf(location), async () => void order.push('second'), {
      onWait: () => waiting.resolve(),
      pause: () => first,
    })
    await Promise.all([first, second])
    expect(order).toEqual(['first', 'second'])
  })

  test('the lock of a process that was killed is free', async () => {
    await withMigrationLock(urlOf(location), () =>
      query(`select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`),
    )
    expect(await withMigrationLock(urlOf(location), async () => 'free')).toBe('free')
  })
})
