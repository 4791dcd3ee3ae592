import { randomUUID } from 'node:crypto'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { migrateDatabase } from '../../../migrate-database.ts'
import { up as fillDirectory } from '../../../migrations/0051-directory-rows.ts'
import { type OpenDatabase, openDatabase } from '../../../platform/db/database.ts'
import { createLog } from '../../../platform/log/log.ts'
import type { Schema } from '../../../schema.ts'
import { createTestStorage } from '../../../testing/harness.ts'

let database: OpenDatabase<Schema>
beforeEach(async () => {
  const storage = await createTestStorage()
  database = await openDatabase<Schema>(storage.location)
  onTestFinished(async () => {
    await database.close()
    await storage.remove()
  })
  await migrateDatabase(database, createLog({ level: 'silent' }))
})

const query = async (text: string, values: unknown[] = []) =>
  (await database.pool.query(text, values)).rows as Record<string, unknown>[]
const fill = () => fillDirectory(database.db as never)
const entries = () => query('select account_id, vendor, email, business from account_directory order by 1')
const openCustomers = () =>
  query('select account_id, vendor, email, business from customers where deleted_at is null order by 1')
const owners = () => query('select album_id, account_id from shared_album_owners order by 1')
const sources = () => query('select source, account_id from activation_sources order by 1')

/** Inserts customers as a release without the directory does. */
const insertCustomers = (count: number) =>
  query(
    `insert into customers (account_id, email, business, brand_id, vendor, locale, registered_at, deleted_at)
     select 'c' || n, n || '@keepsake.test', false, 'keepsake-gb', 'keepsake', 'en-GB', now(),
       case when n % 7 = 0 then now() end
     from generate_series(1, $1::int) n`,
    [count],
  )
const insertAlbum = (albumId: string, accountId: string) =>
  query(
    `insert into albums (account_id, album_id, name, name_sort, created_at, updated_at, shared)
     values ($1, $2, 'a', 'a', now(), now(), true)`,
    [accountId, albumId],
  )
const insertActivation = (accountId: string, source: string) =>
  query(
    `insert into activations (account_id, state, source, registered_at) values ($1, 'not-active', $2, now())`,
    [accountId, source],
  )

test('RV-718 the directory is filled with existing rows, page by page, and again without a change', async () => {
  await insertCustomers(1_300)
  const album = randomUUID()
  await insertAlbum(album, 'c1')
  await insertActivation('c1', 'one/folder')
  expect([await entries(), await owners(), await sources()]).toEqual([[], [], []])
  await fill()
  const complete = [await entries(), await owners(), await sources()]
  expect(complete).toEqual([
    await openCustomers(),
    [{ album_id: album, account_id: 'c1' }],
    [{ source: 'one/folder', account_id: 'c1' }],
  ])
  expect(complete[0]).toHaveLength(1_300 - 185)
  await fill()
  expect([await entries(), await owners(), await sources()]).toEqual(complete)
})
