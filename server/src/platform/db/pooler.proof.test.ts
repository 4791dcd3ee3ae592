import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAlbumPhotos, createAlbum, getAlbum } from '#contract/albums.ts'
import { deletePhotos, getPhotos } from '#contract/photos.ts'
import type { LibraryPush } from '#contract/push.ts'
import { createTestStorage, type TestServer, type TestStorage, testServer } from '../../testing/harness.ts'
import { hasPgBouncer, startPgBouncer } from '../../testing/pgbouncer.ts'
import { jpeg } from '../../testing/pictures.ts'
import { openLibrarySocket } from '../../testing/sockets.ts'
import { startUnreliableProxy } from '../../testing/unreliable-proxy.ts'
import { openDatabase, type PostgresLocation } from './database.ts'

const isTestable = Boolean(process.env.TEST_DATABASE_URL) && hasPgBouncer()

describe.runIf(isTestable)('RV-709 behind PgBouncer in transaction mode', () => {
  const opened = new AsyncDisposableStack()
  let directUrl: string
  let url: string
  let server: TestServer
  let storage: TestStorage

  beforeAll(async () => {
    storage = await createTestStorage()
    opened.defer(() => storage.remove())
    const location = storage.location as PostgresLocation
    directUrl = location.directUrl ?? location.url
    url = await startPgBouncer(directUrl, opened)
    server = await testServer({
      storage: { ...storage, location: { url, directUrl, preparesStatements: false } },
    })
    opened.defer(() => server.close())
  })
  afterAll(() => opened.disposeAsync())

  test('a photo is uploaded, made ready by a job, announced to a socket, put into an album and deleted', async () => {
    const anna = await server.customer()
    const socket = await openLibrarySocket(server.origin, anna.token)
    const { response } = await anna.upload('a.jpg', await jpeg())
    expect(response.status).toBe(204)
    await server.idle()
    const { images } = await anna.call(getPhotos, { query: { limit: 10 } })
    const [photo] = images
    expect(photo!.thumbnails).not.toEqual([])
    await socket.next<LibraryPush>(message => JSON.stringify(message).includes(photo!.imageId))
    const photoIds = [photo!.imageId]
    const { albumId } = await anna.call(createAlbum, { body: { name: 'Oslo' } })
    await anna.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds } })
    expect(await anna.call(getAlbum, { params: { id: albumId } })).toMatchObject({ photosCount: 1 })
    await anna.call(deletePhotos, { body: { photoIds } })
    expect((await anna.call(getPhotos, { query: { limit: 10 } })).images).toEqual([])
    socket.close()
  })

  test('more requests than the pooler has connections are all answered, each with its own data', async () => {
    const customers = await Promise.all(Array.from({ length: 12 }, () => server.customer()))
    await Promise.all(
      customers.map(async (customer, i) => {
        for (let n = 0; n < 5; n++) await customer.call(createAlbum, { body: { name: `album ${i} ${n}` } })
      }),
    )
    const rows = await server.ctx.db
      .selectFrom('albums')
      .select(['account_id', eb => eb.fn.countAll<string>().as('count')])
      .where(
        'account_id',
        'in',
        customers.map(({ accountId }) => accountId),
      )
      .groupBy('account_id')
      .execute()
    expect(rows.map(({ count }) => count)).toEqual(customers.map(() => '5'))
  })

  test('connections with a session of their own go to the server itself', async () => {
    const client = new pg.Client({ connectionString: directUrl })
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      `select distinct application_name as name from pg_stat_activity
       where datname = current_database() and application_name in ('keepsake-watch', 'keepsake_push', 'keepsake-jobs')
       order by 1`,
    )
    await client.end()
    expect(rows.map(({ name }) => name)).toEqual(['keepsake-jobs', 'keepsake-watch', 'keepsake_push'])
  })

  test('statements are not prepared: the pooler gives the next transaction another session', async () => {
    const pooled = await openDatabase<object>({ url, directUrl, preparesStatements: false })
    const select = () =>
      Promise.all(
        Array.from({ length: 20 }, (_, n) => pooled.pool.query('select $1::int + $2::int as sum', [n, 1])),
      )
    await select()
    await select()
    const { rows } = await pooled.pool.query('select count(*)::int from pg_prepared_statements')
    expect(rows).toEqual([{ count: 0 }])
    await pooled.close()
  })

  test('a call is answered with 503 while the pooler has no connection to the server, and works afterwards', async () => {
    await using own = new AsyncDisposableStack()
    const proxy = await startUnreliableProxy(new URL(directUrl))
    own.defer(() => proxy.close())
    const pooler = await startPgBouncer(proxy.url, own, ['query_wait_timeout = 1', 'server_login_retry = 1'])
    const location = { url: pooler, directUrl, preparesStatements: false }
    const pooled = await testServer({ storage: { ...storage, location } })
    own.defer(() => pooled.close())
    const anna = await pooled.customer()
    const create = async () => (await anna.send(createAlbum, { body: { name: 'Oslo' } })).status
    proxy.refuse(Number.POSITIVE_INFINITY)
    expect([await create(), await create(), await create()]).toEqual([503, 503, 503])
    proxy.resume()
    await expect.poll(create).toBe(201)
  })
})
