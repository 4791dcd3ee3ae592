import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestFolder } from '../../testing/test-folder.ts'
import { vacuumDueTables } from './autovacuum.ts'
import { type OpenDatabase, openDatabase } from './database.ts'

const folder = createTestFolder()
let database: OpenDatabase<unknown>
beforeAll(async () => {
  database = await openDatabase({
    folder: join(folder, 'database'),
    template: process.env.TEST_DATABASE_TEMPLATE,
  })
})
afterAll(() => database.close())

const query = async (text: string) => (await database.pool.query(text)).rows[0]

test('the embedded engine uses the room of deleted rows again: its files do not grow for ever', async () => {
  await query('create table notes (text text)')
  const churned = async () => {
    await query(`insert into notes select repeat('x', 1000) from generate_series(1, 1000)`)
    await query('delete from notes')
    await vacuumDueTables(database.pool, { large: true })
    return Number((await query(`select pg_total_relation_size('notes') as size`)).size)
  }
  const first = await churned()
  for (let round = 0; round < 5; round++) expect(await churned()).toBeLessThanOrEqual(first)
})

test('it knows how many rows there are, and leaves alone what did not change', async () => {
  await query('create table names (name text)')
  await query('insert into names select i::text from generate_series(1, 500) i')
  const known = () =>
    query(`select reltuples as rows, analyze_count as times
             from pg_stat_user_tables stat join pg_class on pg_class.oid = relid where stat.relname = 'names'`)
  expect(await known()).toEqual({ rows: -1, times: '0' })
  await vacuumDueTables(database.pool, { large: true })
  expect(await known()).toEqual({ rows: 500, times: '1' })
  await query(`insert into names values ('one more')`)
  await vacuumDueTables(database.pool, { large: true })
  expect(await known()).toEqual({ rows: 500, times: '1' })
})

test('everybody waits while a large table is vacuumed: it waits for the night', async () => {
  await query(`create table large (text text)`)
  await query(`alter table large alter column text set storage plain`)
  await query(`insert into large select repeat('x', 8000) from generate_series(1, 9000)`)
  await query('delete from large')
  const times = () => query(`select vacuum_count as times from pg_stat_user_tables where relname = 'large'`)
  await vacuumDueTables(database.pool, { large: false })
  expect(await times()).toEqual({ times: '0' })
  await vacuumDueTables(database.pool, { large: true })
  expect(await times()).toEqual({ times: '1' })
})
