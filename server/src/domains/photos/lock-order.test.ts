import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { change, type Tx } from '../../context.ts'
import { listColumns } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { createTestStorage, type TestServer, type TestStorage, testServer } from '../../testing/harness.ts'
import { jpeg, padJpeg } from '../../testing/pictures.ts'
import { ingestPhotoAgain, moveToBin, startErasure } from './photos.ts'
import { lockPhotos } from './store/locks.ts'

/** The embedded engine has one connection, so that nothing ever waits for a lock there. */
describe.runIf(process.env.TEST_DATABASE_URL)('RV-506 transactions of one account', () => {
  let storage: TestStorage
  let server: TestServer
  let observer: pg.Client
  let customer: Client
  let photoId: string
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
    await customer.upload('a.jpg', await jpeg())
    photoId = (await turns())[0]!.photo_id
  })

  const turns = () =>
    listColumns(
      server.ctx.db,
      'photo_ingests',
      { account_id: customer.accountId },
      ['photo_id', 'turn'],
      'turn',
    )

  const upload = async () => {
    const bytes = padJpeg(await jpeg(), 20_000)
    bytes.set(Buffer.from(randomUUID()), bytes.length - 40)
    const { response } = await customer.upload('b.jpg', bytes)
    return response.status
  }

  /** Resolves when that number of connections waits for a lock. */
  const haveWaiters = (count: number) =>
    vi.waitFor(
      async () => {
        const { rows } = await observer.query<{ waiting: number }>(
          `select count(*)::int as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rows[0]!.waiting).toBe(count)
      },
      { timeout: 60_000, interval: 10 },
    )

  /** Runs `during` after the first statement that changes photos; a lock that is not free afterwards is an error. */
  const interrupted = (tx: Tx, during: () => Promise<void>): Tx => {
    let remaining: typeof during | null = during
    const updates = new WeakSet<object>()
    const db = tx.db.withPlugin({
      transformQuery({ node, queryId }) {
        if (JSON.stringify(node).match(/"UpdateQueryNode"|update photos/)) updates.add(queryId)
        return node
      },
      async transformResult({ queryId, result }) {
        if (!remaining || !updates.has(queryId)) return result
        const run = remaining
        remaining = null
        await run()
        await sql`set local lock_timeout = 200`.execute(tx.db)
        return result
      },
    })
    return { ...tx, db: db as Tx['db'] }
  }

  test.each([
    ['moves photos to the bin', moveToBin],
    ['erases photos', startErasure],
  ])('one that %s finds its locks free while an upload waits for it', async (_, changePhotos) => {
    const { ctx } = server
    const uploads: Promise<number>[] = []
    await change(ctx, async tx => {
      const rows = await lockPhotos(tx, customer.accountId, [photoId])
      const during = async () => {
        uploads.push(upload())
        await haveWaiters(1)
      }
      await changePhotos(ctx, interrupted(tx, during), customer.accountId, rows)
    })
    expect(await Promise.all(uploads)).toEqual([204])
  })

  test('RV-301 a photo that arrives while the variants of another are made again gets the turn after it', async () => {
    await upload()
    const uploads: Promise<number>[] = []
    await change(server.ctx, async tx => {
      const [row] = await lockPhotos(tx, customer.accountId, [photoId])
      await ingestPhotoAgain(server.ctx, tx, row!)
      uploads.push(upload())
      await haveWaiters(1)
    })
    expect(await Promise.all(uploads)).toEqual([204])
    expect((await turns()).map(({ turn }) => turn)).toEqual([2, 3, 4])
  })
})
