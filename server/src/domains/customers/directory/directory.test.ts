import { randomUUID } from 'node:crypto'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { migrateDatabase } from '../../../migrate-database.ts'
import { up as fillDirectory } from '../../../migrations/0051-directory-rows.ts'
import { type OpenDatabase, openDatabase } from '../../../platform/db/database.ts'
import { createLog } from '../../../platform/log/log.ts'
import type { Schema } from '../../../schema.ts'
import { citusServers } from '../../../testing/distribution/citus-servers.ts'
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

/** Migrations run before Citus distributes the tables. */
const testMigration = test.skipIf(citusServers().length > 0)

/** As a process of the release before the directory writes them. */
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

testMigration(
  'RV-718 the directory is filled with the rows of before, page by page, and again without a change',
  async () => {
    await insertCustomers(1_300)
    const [first, second] = [randomUUID(), randomUUID()]
    await insertAlbum(first, 'c1')
    await insertAlbum(second, 'c2')
    await insertActivation('c1', 'one/folder')
    const complete = [await entries(), await owners(), await sources()]
    for (const table of ['account_directory', 'shared_album_owners', 'activation_sources'])
      await query(`delete from ${table}`)
    await fill()
    expect(await entries()).toEqual(await openCustomers())
    expect([await entries(), await owners(), await sources()]).toEqual(complete)
    expect(complete.map(rows => rows.length)).toEqual([1_300 - 185, 2, 1])
    await fill()
    expect([await entries(), await owners(), await sources()]).toEqual(complete)
  },
)

testMigration('RV-718 what a process of the release before writes is in the directory', async () => {
  await insertCustomers(2)
  await query(`update customers set email = 'new@keepsake.test' where account_id = 'c1'`)
  expect(await entries()).toEqual(await openCustomers())
  await query(`update customers set deleted_at = now() where account_id = 'c2'`)
  expect(await entries()).toEqual(await openCustomers())
  // The address is free again, and its former owner cannot be opened with it.
  await query(`update customers set email = '2@keepsake.test' where account_id = 'c1'`)
  await expect(query(`update customers set deleted_at = null where account_id = 'c2'`)).rejects.toThrow(
    'unique',
  )
  expect(await entries()).toEqual(await openCustomers())

  const album = randomUUID()
  await insertAlbum(album, 'c1')
  expect(await owners()).toEqual([{ album_id: album, account_id: 'c1' }])
  await query('delete from albums')
  expect(await owners()).toEqual([])

  await insertActivation('c1', 'one/folder')
  await query(`update activations set source = 'other/folder'`)
  expect(await sources()).toEqual([{ source: 'other/folder', account_id: 'c1' }])
  await query('update activations set source = null')
  expect(await sources()).toEqual([])
  await query('delete from customers')
  expect(await entries()).toEqual([])
})
