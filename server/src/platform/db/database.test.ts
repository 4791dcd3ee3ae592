import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { acquireEngine } from '../../testing/engine-pool.ts'
import { createTestFolder } from '../../testing/test-folder.ts'
import { lockDataFolder } from './data-lock.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import { PREPARED_STATEMENTS_MAX } from './prepared-statements.ts'
import { transact } from './transact.ts'

interface Notes {
  notes: { id: number; at: string | null }
}

let database: OpenDatabase<Notes>
const opened = new AsyncDisposableStack()

beforeAll(async () => {
  database = await openDatabase<Notes>({ engine: await acquireEngine(opened) })
  opened.defer(() => database.close())
  await sql`create table notes (id bigint primary key, at timestamp)`.execute(database.db)
})
afterAll(() => opened.disposeAsync())

test('what fails inside a transaction leaves nothing, its effects do not run', async () => {
  const effects: string[] = []
  const work = transact(database.db, async tx => {
    await tx.db.insertInto('notes').values({ id: 1, at: null }).execute()
    tx.afterCommit(() => effects.push('told'))
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await database.db.selectFrom('notes').selectAll().execute()).toEqual([])
  expect(effects).toEqual([])
})

test('RV-506 the last statements of a transaction run in it: when one fails, nothing is left and no effect runs', async () => {
  const effects: string[] = []
  const insert = (id: number) =>
    transact(database.db, async tx => {
      tx.beforeCommit(() => tx.db.insertInto('notes').values({ id, at: null }).execute())
      tx.beforeCommit(() => tx.db.insertInto('notes').values({ id: 701, at: null }).execute())
      tx.afterCommit(() => effects.push(`told ${id}`))
      await tx.db.deleteFrom('notes').where('id', '=', id).execute()
    })
  await insert(700)
  await expect(insert(702)).rejects.toThrow('duplicate key')
  expect(await database.db.selectFrom('notes').select('id').orderBy('id').execute()).toEqual([
    { id: '700' },
    { id: '701' },
  ])
  expect(effects).toEqual(['told 700'])
  await database.db.deleteFrom('notes').execute()
})

test('asking the pool for a connection inside a transaction fails at once instead of waiting for ever', async () => {
  const work = transact(database.db, () => database.db.selectFrom('notes').selectAll().execute())
  await expect(work).rejects.toThrow('another connection')
})

test('transactions of several callers take turns and all commit', async () => {
  const ids = Array.from({ length: 20 }, (_, i) => i + 100)
  await Promise.all(
    ids.map(id =>
      transact(database.db, async tx => {
        await tx.db.insertInto('notes').values({ id, at: null }).execute()
        await tx.db.selectFrom('notes').selectAll().execute()
      }),
    ),
  )
  const { count } = await database.db
    .selectFrom('notes')
    .select(eb => eb.fn.countAll<string>().as('count'))
    .where('id', '>=', 100)
    .executeTakeFirstOrThrow()
  expect(count).toBe('20')
})

test('P9 a transaction the database breaks up in favour of another one is done again, its effects run once', async () => {
  const effects: string[] = []
  let runs = 0
  const result = await transact(database.db, async tx => {
    tx.afterCommit(() => effects.push('told'))
    await tx.db.insertInto('notes').values({ id: 500, at: null }).execute()
    // PostgreSQL's message for the victim of a deadlock.
    if (++runs < 3) await sql`do $$ begin raise sqlstate '40P01'; end $$`.execute(tx.db)
    return runs
  })
  expect([result, effects]).toEqual([3, ['told']])
  const rows = await database.db.selectFrom('notes').select('id').where('id', '=', 500).execute()
  expect(rows).toHaveLength(1)
})

test('P8 a table that gets a column while statements on it are prepared is read on, also inside a transaction', async () => {
  const { db } = database
  await sql`create table widths (id int primary key)`.execute(db)
  await sql`insert into widths values (1)`.execute(db)
  const read = (from: typeof db) => sql`select * from widths where id = ${1}`.execute(from)
  for (let time = 0; time < 3; time++) expect((await read(db)).rows).toEqual([{ id: 1 }])
  expect(await prepared('%widths%')).toBe(1)
  await sql`alter table widths add column width int default 7`.execute(db)
  expect((await read(db)).rows).toEqual([{ id: 1, width: 7 }])
  for (let time = 0; time < 3; time++) await read(db)
  await sql`alter table widths add column height int default 9`.execute(db)
  const { rows } = await transact(db, tx => read(tx.db))
  expect(rows).toEqual([{ id: 1, width: 7, height: 9 }])
})

test('what comes again is prepared, and no more of it than fits', async () => {
  const statement = (n: number) => sql`select ${sql.lit(n)} as lists where ${n}::int = ${n}::int`
  for (let n = 0; n < PREPARED_STATEMENTS_MAX + 50; n++)
    for (let time = 0; time < 2; time++)
      expect((await statement(n).execute(database.db)).rows).toHaveLength(1)
  const ready = await prepared('% as lists %')
  expect(ready).toBeGreaterThan(PREPARED_STATEMENTS_MAX / 2)
  expect(ready).toBeLessThanOrEqual(PREPARED_STATEMENTS_MAX)
})

async function prepared(like: string): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from pg_prepared_statements where statement like ${like}`.execute(
    database.db,
  )
  return rows[0]!.count
}

test('a wall-clock time is read as it was stored, whatever the zone of the process', async () => {
  await database.db.insertInto('notes').values({ id: 2, at: '2024-03-31T02:30:00' }).execute()
  const row = await database.db.selectFrom('notes').selectAll().where('id', '=', 2).executeTakeFirstOrThrow()
  expect(row.at).toBe('2024-03-31 02:30:00')
})

test('a second process is refused the data folder and told who holds it; a stale lock is taken over', async () => {
  const folder = createTestFolder(onTestFinished)
  const path = join(folder, 'lock')
  const lock = lockDataFolder(path)
  expect(() => lockDataFolder(path)).toThrow(`in use by process ${process.pid}`)
  lock.release()
  const { writeFileSync } = await import('node:fs')
  writeFileSync(path, `${process.pid} 1\n`)
  lockDataFolder(path).release()
  writeFileSync(path, '4194000 77\n')
  lockDataFolder(path).release()
})
