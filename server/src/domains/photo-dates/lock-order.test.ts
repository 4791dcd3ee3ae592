import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { changePhotoDates, undoDateChange } from '#contract/photo-dates.ts'
import { change } from '../../context.ts'
import { listColumns } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { createTestStorage, type TestServer, type TestStorage, testServer } from '../../testing/harness.ts'
import { insertPhotoRows } from '../../testing/photo-rows.ts'
import { lockPhotos, moveToBin } from '../photos/index.ts'
import { STEP_PHOTOS } from './photo-dates.ts'

/** The embedded engine has one connection, so that nothing ever waits for a lock there. */
describe.runIf(process.env.TEST_DATABASE_URL)('NX-237 changes of more photos than one step', () => {
  let storage: TestStorage
  let server: TestServer
  let observer: pg.Client
  let customer: Client
  let photoIds: string[]
  beforeAll(async () => {
    storage = await createTestStorage()
    server = await testServer({ storage, work: false })
    observer = new pg.Client({ connectionString: (storage.location as { url: string }).url })
    await observer.connect()
  })
  afterAll(async () => {
    await observer.end()
    await server.close()
    await storage.remove()
  })
  beforeEach(async () => {
    customer = await server.customer()
    await insertPhotoRows(server.ctx, customer.accountId, STEP_PHOTOS + 10)
    const rows = await listColumns(
      server.ctx.db,
      'photos',
      { account_id: customer.accountId },
      ['photo_id'],
      'photo_id',
    )
    photoIds = rows.map(row => row.photo_id)
  })

  /** Moves the last photo to the bin while `request` waits for it; a lock that is not free is an error. */
  async function deleteLastDuring<T>(request: () => Promise<T>): Promise<T> {
    let answer: Promise<T> | undefined
    await change(server.ctx, async tx => {
      const rows = await lockPhotos(tx, customer.accountId, photoIds.slice(-1))
      answer = request()
      await vi.waitFor(
        async () => {
          const { rows: waiting } = await observer.query(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          expect(waiting).toHaveLength(1)
        },
        { timeout: 60_000, interval: 10 },
      )
      await sql`set local lock_timeout = 200`.execute(tx.db)
      await moveToBin(server.ctx, tx, customer.accountId, rows)
    })
    return answer!
  }

  const shift = () =>
    customer.call(changePhotoDates, {
      body: { requestId: randomUUID(), selection: { photoIds }, shift: { minutes: 45 * 1440 } },
    })

  test('a change holds no month while it waits for a photo', async () => {
    expect(await deleteLastDuring(shift)).toMatchObject({ state: 'done', done: STEP_PHOTOS + 9 })
  })

  test('its undo holds none either', async () => {
    const { changeId } = await shift()
    const undo = () => customer.call(undoDateChange, { params: { id: changeId } })
    expect(await deleteLastDuring(undo)).toMatchObject({ state: 'undone', undone: STEP_PHOTOS + 10 })
  })
})
