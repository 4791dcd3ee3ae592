import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getPhotos } from '#contract/photos.ts'
import { createTestStorage, type TestStorage, testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { ingestPhoto } from './ingest.ts'

/** Camera and settings are a third of a photo's row before its ingest. */
const FROM_CAMERA = { taken: '2024:05:03 14:15:00', camera: { make: 'Canon', model: 'Canon EOS R6' } }
/** More than fit into one page of 8 KB. */
const PHOTOS = 60

/** Which updates are HOT: they write no index, and their old rows need no vacuum. */
// Reads the counters of one database.
describe.runIf(process.env.TEST_DATABASE_URL)('RV-713 HOT updates', () => {
  let storage: TestStorage
  let observer: pg.Client
  beforeAll(async () => {
    storage = await createTestStorage()
    observer = new pg.Client({ connectionString: (storage.location as { url: string }).url })
    await observer.connect()
  })
  afterAll(async () => {
    await observer.end()
    await storage.remove()
  })

  /** Resolves when only the observer is connected: the other sessions have reported all of their statistics. */
  const othersHaveEnded = () =>
    expect
      .poll(async () => {
        const { rows } = await observer.query(
          `select pid from pg_stat_activity
            where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
        )
        return rows.length
      })
      .toBe(0)

  async function countUpdates(table: string): Promise<{ updates: number; hot: number }> {
    const { rows } = await observer.query(
      `select n_tup_upd::int as updates, n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = $1`,
      [table],
    )
    return rows[0]
  }

  test('the ingest of photos that waited, in full pages too, and the counts of their uploads', async () => {
    const server = await testServer({ storage, work: false, config: { rateLimits: false } })
    const customer = await server.customer()
    for (let i = 0; i < PHOTOS; i++) {
      const { response } = await customer.upload(`IMG_${i}.jpg`, await jpeg(FROM_CAMERA))
      expect(response.status).toBe(204)
    }
    // One after the other: old rows are removed when no transaction can still read them.
    const { images } = await customer.call(getPhotos)
    for (const { imageId } of images)
      await ingestPhoto(
        server.ctx,
        { accountId: customer.accountId, photoId: imageId },
        new AbortController().signal,
      )
    expect((await customer.call(getPhotos)).images.map(image => image.state)).toEqual(
      images.map(() => 'ready'),
    )
    await server.close()
    await othersHaveEnded()
    const photos = await countUpdates('photos')
    expect(photos.updates).toBe(PHOTOS)
    // A row whose page another session reads at that moment goes to another page.
    expect(photos.hot).toBeGreaterThanOrEqual(PHOTOS * 0.6)
    for (const table of ['month_counts', 'storage_usage', 'library_versions']) {
      const { updates, hot } = await countUpdates(table)
      expect([table, updates]).toEqual([table, expect.toSatisfy((n: number) => n >= PHOTOS - 1)])
      expect([table, hot / updates]).toEqual([table, expect.toSatisfy((n: number) => n >= 0.6)])
    }
  })
})
