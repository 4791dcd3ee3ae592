import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as contract from '#contract/photos.ts'
import { findRow } from '../../platform/db/rows.ts'
import { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { startSecondServer, type TestServer, testServer } from '../../testing/harness.ts'
import { insertPhotoRows } from '../../testing/photo-rows.ts'
import { jpeg } from '../../testing/pictures.ts'
import { createRandom } from '../../testing/random.ts'

type Second = Awaited<ReturnType<typeof startSecondServer>>

const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))
const second = closeAfterAll(await startSecondServer(server, server.ctx.blobs))
/** A process without an answer cache: the answers of the others must be equal. */
const uncached = closeAfterAll(await startSecondServer(server, server.ctx.blobs, { answerCacheBytes: 0 }))

/** The same customer at another process. */
const at = ({ origin }: { origin: string }, { accountId, email, token }: Client) =>
  new Client(origin, accountId, email, token)

const JUNE = { params: { year: 2024, month: 6 }, query: { groupBy: 'created', limit: 500 } } as const
const idsIn = (page: contract.PhotoPage) => page.images.map(image => image.imageId)
const idsOf = async (client: Client) => idsIn(await client.call(contract.getMonthPage, JUNE))

/** The addresses name the origin of the process that answered. */
const comparable = (page: contract.PhotoPage) =>
  JSON.stringify(page).replaceAll(/http:\/\/localhost:\d+/g, '')

/** Renames a customer's photos, and resets the library to its previous version. */
async function renameWithoutNewVersion({ accountId }: Client): Promise<void> {
  const { db } = server.ctx
  const { version } = (await findRow(db, 'library_versions', { account_id: accountId }, ['version']))!
  await sql`update photos set file_name = 'renamed.jpg' where account_id = ${accountId}`.execute(db)
  await sql`update library_versions set version = ${version} where account_id = ${accountId}`.execute(db)
}

describe('RV-502 answers are made once for each version of a library', () => {
  test('RV-502 a page of the same version comes from memory, one of another version is made anew, and nobody gets that of another customer', async () => {
    const customer = await server.customer()
    await insertPhotoRows(server.ctx, customer.accountId, 30)
    const before = await customer.call(contract.getMonthPage, JUNE)
    expect(await idsOf(await server.customer())).toEqual([])
    await renameWithoutNewVersion(customer)
    expect(await customer.call(contract.getMonthPage, JUNE)).toEqual(before)
    await sql`update photos set width = width where photo_id = ${before.images[0]!.imageId}`.execute(
      server.ctx.db,
    )
    const after = await customer.call(contract.getMonthPage, JUNE)
    expect(after.images.map(image => image.localFileName)).toEqual(after.images.map(() => 'renamed.jpg'))
  })

  test('RV-502 every spelling of an address has the same answer in memory', async () => {
    const customer = await server.customer()
    await insertPhotoRows(server.ctx, customer.accountId, 3)
    const timeline = '/api/photo-management/photos/timeline/2024/6'
    const namesAt = async (path: string) => {
      const page = (await (await customer.fetch(path)).json()) as contract.PhotoPage
      return page.images.map(image => image.localFileName)
    }
    const spellings = [
      [
        `${timeline}?groupBy=created`,
        `${timeline}?limit=${contract.TIMELINE_PAGE}&groupBy=created`,
        `${timeline}?groupBy=created&limit=${contract.TIMELINE_PAGE}`,
        `${timeline.replace('/6', '/06')}?groupBy=created`,
      ],
      ['/api/photo-management/photos', '/api/photo-management/photos?sortKey=dateTaken'],
    ]
    const before = await Promise.all(spellings.map(([first]) => namesAt(first!)))
    await renameWithoutNewVersion(customer)
    for (const [i, [, ...others]] of spellings.entries())
      for (const path of others) expect([path, await namesAt(path)]).toEqual([path, before[i]])
  })

  test('RV-502 304 at both processes while nothing changed', async () => {
    const customer = await server.customer()
    await insertPhotoRows(server.ctx, customer.accountId, 3)
    const path = '/api/photo-management/photos/timeline/2024/6?groupBy=created'
    const etag = (await customer.fetch(path)).headers.get('etag')!
    const host = new URL(server.origin).host
    const statusAt = async ({ app }: Second | TestServer) => {
      const headers = { host, authorization: `Bearer ${customer.token}`, 'if-none-match': etag }
      return (await app.http.inject({ url: path, headers })).statusCode
    }
    expect([await statusAt(server), await statusAt(second)]).toEqual([304, 304])
    await customer.call(contract.deletePhotos, { body: { photoIds: (await idsOf(customer)).slice(0, 1) } })
    expect([await statusAt(server), await statusAt(second)]).toEqual([200, 200])
  })

  test('RV-502 the preview of a photo shows at both processes once it is made', async () => {
    const customer = await server.customer()
    const other = at(second, customer)
    await customer.upload('one.jpg', await jpeg())
    for (const each of [customer, other]) await each.call(contract.getPhotos)
    await server.idle()
    for (const each of [customer, other]) {
      const [image] = (await each.call(contract.getPhotos)).images
      expect([image!.state, image!.thumbnails.length]).toEqual(['ready', 3])
    }
  })

  test('RV-502 RV-208 signatures are renewed with their window, although nothing changed', async () => {
    const customer = await server.customer()
    await insertPhotoRows(server.ctx, customer.accountId, 3)
    const before = await customer.call(contract.getMonthPage, JUNE)
    server.clock.advance(31 * 60_000)
    const renewed = await Client.signIn(
      server.app,
      server.origin,
      customer.accountId,
      customer.email,
      'a-password-for-tests',
    )
    const after = await renewed.call(contract.getMonthPage, JUNE)
    expect(idsIn(after)).toEqual(idsIn(before))
    expect(after.images[0]!.url).not.toBe(before.images[0]!.url)
    const left = Date.parse(after.addressesExpire) - server.clock.now().getTime()
    expect(left).toBeGreaterThanOrEqual(3_600_000)
  })

  test('RV-502 a change that is rolled back changes no version', async () => {
    const customer = await server.customer()
    await insertPhotoRows(server.ctx, customer.accountId, 3)
    const versionOf = () =>
      server.ctx.db
        .selectFrom('library_versions')
        .select('version')
        .where('account_id', '=', customer.accountId)
        .executeTakeFirstOrThrow()
    const before = await versionOf()
    const rolledBack = server.ctx.db.transaction().execute(async tx => {
      await sql`update photos set width = 5 where account_id = ${customer.accountId}`.execute(tx)
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(await versionOf()).toEqual(before)
    await sql`update photos set width = 5 where account_id = ${customer.accountId}`.execute(server.ctx.db)
    expect(await versionOf()).not.toEqual(before)
  })
})

describe('RV-502 never a stale page at two web processes', () => {
  test('RV-502 what was acknowledged before a call is in its answer, with calls of both at the same time', async () => {
    const customer = await server.customer()
    await insertPhotoRows(server.ctx, customer.accountId, 40)
    const clients = [customer, at(second, customer)]
    const photoIds = await idsOf(customer)
    const random = createRandom(7)
    /** The location of each photo, and the number of started and completed changes. */
    const places = new Map(photoIds.map(id => [id, { inLibrary: true, changes: 0 }]))
    let changing = 4
    const writer = async (own: readonly string[]) => {
      for (let step = 0; step < 12; step++) {
        const client = random.pick(clients)
        const id = random.pick([...own])
        const place = places.get(id)!
        place.changes++
        const body = { photoIds: [id] }
        await client.call(place.inLibrary ? contract.deletePhotos : contract.restorePhotos, { body })
        place.inLibrary = !place.inLibrary
        place.changes++
      }
      changing--
    }
    let reads = 0
    const reader = async (client: Client) => {
      while (changing > 0) {
        const before = new Map(Array.from(places, ([id, place]) => [id, { ...place }]))
        const shown = new Set(await idsOf(client))
        reads++
        // Only photos that were not being changed during the call.
        for (const [id, { inLibrary, changes }] of before)
          if (changes % 2 === 0 && places.get(id)!.changes === changes)
            expect([id, shown.has(id)]).toEqual([id, inLibrary])
      }
    }
    const writers = [0, 1, 2, 3].map(part => writer(photoIds.filter((_, i) => i % 4 === part)))
    await Promise.all([...writers, ...[...clients, ...clients, ...clients].map(reader)])
    expect(reads).toBeGreaterThan(20)
  })

  test('RV-502 after each of many random changes both answer what an uncached process answers', async () => {
    const customer = await server.customer()
    const processes = [customer, at(second, customer)]
    const truth = at(uncached, customer)
    await insertPhotoRows(server.ctx, customer.accountId, 60)
    const random = createRandom(11)
    const reads = [
      (client: Client) => client.call(contract.getMonthPage, JUNE),
      (client: Client) => client.call(contract.getPhotos, { query: { limit: 20 } }),
      (client: Client) =>
        client.call(contract.getMonthPage, { params: { year: 2021, month: 5 }, query: { sortOrder: 'asc' } }),
    ]
    for (let step = 0; step < 20; step++) {
      const client = random.pick(processes)
      const shown = idsIn(await client.call(contract.getPhotos))
      const bin = (await client.call(contract.getDeletedPhotos)).images.map(image => image.imageId)
      const body = { photoIds: random.sample(random.chance(0.5) || bin.length === 0 ? shown : bin, 0.2) }
      if (body.photoIds.length === 0) continue
      const isShown = shown.includes(body.photoIds[0]!)
      if (isShown) await client.call(contract.deletePhotos, { body })
      else await client.call(random.chance(0.7) ? contract.restorePhotos : contract.erasePhotos, { body })
      for (const read of reads) {
        const expected = comparable(await read(truth))
        for (const each of processes) expect(comparable(await read(each))).toBe(expected)
      }
    }
  })
})
