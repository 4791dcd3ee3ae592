import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addAlbumPhotos, createAlbum } from '#contract/albums.ts'
import { type Answer, type Endpoint, SERVICES } from '#contract/endpoint.ts'
import * as photos from '#contract/photos.ts'
import * as contract from '#contract/temp-selections.ts'
import { change } from '../../context.ts'
import { listColumns, updateRows } from '../../platform/db/rows.ts'
import { type Client, newId } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { cleanUpTempSelectionsJob } from './index.ts'

const TOKEN = 'a-token-of-thirty-two-characters-or-more'
const HOUR = 3_600_000
const server = closeAfterAll(
  await testServer({ config: { serviceTokens: [{ name: 'shop', token: TOKEN }] } }),
)
const customer = await server.customer()
const stranger = await server.customer()
/** By the day of May 2024 on which they were taken, in the order in which they were uploaded. */
const may = {
  third: await added(customer, '2024:05:03 10:00:00'),
  first: await added(customer, '2024:05:01 10:00:00'),
  second: await added(customer, '2024:05:02 10:00:00'),
}
const june = await added(customer, '2024:06:01 10:00:00', { width: 900, height: 600 })
const foreign = await added(stranger, '2024:05:01 10:00:00')
const deleted = await added(customer, '2024:06:02 10:00:00')
await customer.call(photos.deletePhotos, { body: { photoIds: [deleted] } })

async function added(owner: Client, taken: string, size = {}): Promise<string> {
  const { uploadId } = await owner.upload(`${taken.slice(5, 10)}.jpg`, await jpeg({ taken, ...size }))
  await server.idle()
  const { images } = await owner.call(photos.getPhotos)
  return images.find(image => image.uploadId === uploadId)!.imageId
}

type Body = Parameters<typeof customer.call<typeof contract.createTempSelection>>[1] extends { body: infer B }
  ? B
  : never
const freeze = (body: Body, caller = customer) => caller.call(contract.createTempSelection, { body })
const refused = async (body: object, caller = customer) => {
  const answer = await caller.expectError(contract.createTempSelection, { body: body as Body })
  return [answer.status, answer.body.code]
}
const read = async (id: string, caller = customer) =>
  (await caller.call(contract.getTempSelection, { params: { id } })).photoIds

async function forEditor(id: string, query = '') {
  const path = SERVICES.tempSelections + contract.getRetailerTempSelection.path.replace(':id', id)
  const answer = await fetch(new URL(path + query, server.origin), {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  const body = (await answer.json()) as Answer<typeof contract.getRetailerTempSelection>
  return { status: answer.status, body }
}

describe('PL-189 freezing a choice of photos', () => {
  test('listed photos keep their order, without duplicates', async () => {
    const { tempSelectionId, photosCount } = await freeze({
      photoIds: [may.third, june, may.third, may.first],
    })
    expect(photosCount).toBe(3)
    expect(await read(tempSelectionId)).toEqual([may.third, june, may.first])
  })

  test.each([
    ['an empty list', { photoIds: [] }],
    ['no list', {}],
    ['what is no id', { photoIds: ['x'] }],
    ['a list that is none', { photoIds: 'all' }],
    ['an empty rule', { selection: {} }],
    ['a list and a rule', { photoIds: [randomUUID()], selection: { photoIds: [randomUUID()] } }],
    ['too many', { photoIds: Array.from({ length: contract.TEMP_SELECTION_MAX + 1 }, () => randomUUID()) }],
    ['a request id that is none', { photoIds: [randomUUID()], requestId: 'again' }],
  ])('%s is a bad request', async (_what, body) => {
    expect(await refused(body)).toEqual([400, 'bad-request'])
  })

  test('a foreign, an unknown or a deleted photo among them is not found, and nothing is frozen', async () => {
    const binned = await added(customer, '2024:07:01 10:00:00')
    await customer.call(photos.deletePhotos, { body: { photoIds: [binned] } })
    for (const other of [foreign, randomUUID(), binned])
      expect(await refused({ photoIds: [may.first, other], requestId: newId() })).toEqual([404, 'not-found'])
  })

  test('PL-051 a rule is resolved here: whole months but for exceptions, albums, single photos, by date taken', async () => {
    const month = { year: 2024, month: 5, except: [may.second] }
    const byMonth = await freeze({ selection: { months: [month], photoIds: [june] } })
    expect(await read(byMonth.tempSelectionId)).toEqual([may.first, may.third, june])
    const { albumId } = await customer.call(createAlbum, { body: { name: 'Prints' } })
    const photoIds = [june, may.third, may.second]
    await customer.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds } })
    const byAlbum = await freeze({ selection: { albums: [{ albumId, except: [may.third] }] } })
    expect(await read(byAlbum.tempSelectionId)).toEqual([may.second, june])
  })

  test('it stays as it was frozen when photos are added to the month later', async () => {
    const selection = { months: [{ year: 2024, month: 8, except: [] }] }
    const only = await added(customer, '2024:08:01 10:00:00')
    const { tempSelectionId } = await freeze({ selection })
    await added(customer, '2024:08:02 10:00:00')
    expect(await read(tempSelectionId)).toEqual([only])
  })

  test('a rule that matches nothing or contains a foreign album is 404', async () => {
    const { albumId } = await stranger.call(createAlbum, { body: { name: 'Not yours' } })
    expect(await refused({ selection: { months: [{ year: 1999, month: 1 }] } })).toEqual([404, 'not-found'])
    expect(await refused({ selection: { photoIds: [foreign] } })).toEqual([404, 'not-found'])
    expect(await refused({ selection: { albums: [{ albumId }] } })).toEqual([404, 'not-found'])
  })

  test('OP-17 PL-089 prints cannot be ordered from a shared album', async () => {
    const { albumId } = await customer.call(createAlbum, { body: { name: 'Shared' } })
    await customer.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds: [june] } })
    await updateRows(server.ctx.db, 'albums', { album_id: albumId }, { shared: true })
    expect(await refused({ selection: { albums: [{ albumId }] } })).toEqual([403, 'forbidden'])
  })
})

test('RV-819 photos that are too small for every print are counted, and left out on request; 404 when no other is left', async () => {
  const large = await added(customer, '2019:03:01 10:00:00', { width: 768, height: 512 })
  const portrait = await added(customer, '2019:03:02 10:00:00', { width: 600, height: 900 })
  const small = [
    await added(customer, '2019:03:03 10:00:00', { width: 767, height: 767 }),
    await added(customer, '2019:03:04 10:00:00', { width: 511, height: 1200 }),
  ]
  const march = { months: [{ year: 2019, month: 3 }] }
  expect(await freeze({ photoIds: [large, ...small] })).toMatchObject({ photosCount: 3, tooSmallCount: 2 })
  expect(await freeze({ photoIds: [portrait, large] })).toMatchObject({ photosCount: 2, tooSmallCount: 0 })
  expect(await freeze({ selection: march })).toMatchObject({ photosCount: 4, tooSmallCount: 2 })
  const byRule = await freeze({ selection: march, exceptTooSmall: true })
  expect(byRule).toMatchObject({ photosCount: 2, tooSmallCount: 0 })
  expect(await read(byRule.tempSelectionId)).toEqual([large, portrait])
  const byId = await freeze({ photoIds: [portrait, ...small, large], exceptTooSmall: true })
  expect(await read(byId.tempSelectionId)).toEqual([portrait, large])
  expect(await refused({ photoIds: small, exceptTooSmall: true })).toEqual([404, 'not-found'])
  // It is another choice for a repeated call.
  const repeated = { photoIds: [large, ...small], requestId: newId() }
  await freeze(repeated)
  expect(await refused({ ...repeated, exceptTooSmall: true })).toEqual([409, 'conflict'])
})

describe('PL-189 a repeated call', () => {
  test('creates one selection, also when both are concurrent', async () => {
    const body = { photoIds: [may.first, june], requestId: newId() }
    const answers = await Promise.all([freeze(body), freeze(body), freeze(body)])
    answers.push(await freeze(body))
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
    const kept = await listColumns(server.ctx.db, 'temp_selections', { request_id: body.requestId }, [
      'selection_id',
    ])
    expect(kept).toHaveLength(1)
  })

  test('with other photos is a conflict; another customer’s same id is none, nor is a call without one', async () => {
    const requestId = newId()
    const { tempSelectionId } = await freeze({ photoIds: [june], requestId })
    expect(await refused({ photoIds: [may.first], requestId })).toEqual([409, 'conflict'])
    const other = await freeze({ photoIds: [foreign], requestId }, stranger)
    expect(other.tempSelectionId).not.toBe(tempSelectionId)
    const withoutId = [await freeze({ photoIds: [june] }), await freeze({ photoIds: [june] })]
    expect(new Set(withoutId.map(each => each.tempSelectionId)).size).toBe(2)
  })
})

describe('PL-189 OP-28 reading it', () => {
  test('is for its owner only: a foreign one is 404 like an unknown one', async () => {
    const { tempSelectionId: id } = await freeze({ photoIds: [june] })
    for (const params of [{ id }, { id: randomUUID() }]) {
      const answer = await stranger.expectError(contract.getTempSelection, { params })
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([
        404,
        'not-found',
        'Selection not found',
      ])
    }
    expect((await customer.expectError(contract.getTempSelection, { params: { id: 'x' } })).status).toBe(400)
  })

  test('OP-28 works for 24 hours to the moment; then owner and editor get 404 and it is deleted', async () => {
    const made = server.clock.now()
    const { tempSelectionId: id, expires } = await freeze({ photoIds: [june] })
    expect(new Date(expires).getTime() - made.getTime()).toBe(24 * HOUR)
    server.clock.set(new Date(new Date(expires).getTime() - 1000).toISOString())
    expect((await forEditor(id)).status).toBe(200)
    server.clock.set(expires)
    expect((await forEditor(id)).status).toBe(404)
    server.clock.set(made.toISOString())
    expect(await read(id)).toEqual([june])
    await updateRows(server.ctx.db, 'temp_selections', { selection_id: id }, { expires_at: made })
    expect((await customer.expectError(contract.getTempSelection, { params: { id } })).status).toBe(404)
    await change(server.ctx, tx => server.ctx.jobs.send(tx, cleanUpTempSelectionsJob, [{}]))
    await server.idle()
    const kept = server.ctx.db.selectFrom('temp_selections').select('selection_id')
    expect(await kept.where('selection_id', '=', id).execute()).toEqual([])
  })

  test('photos deleted in the meantime are not in it, restored ones are again', async () => {
    const gone = await added(customer, '2024:09:01 10:00:00')
    const { tempSelectionId: id } = await freeze({ photoIds: [may.first, gone, june] })
    await customer.call(photos.deletePhotos, { body: { photoIds: [gone] } })
    expect(await read(id)).toEqual([may.first, june])
    const { body } = await forEditor(id)
    expect([body.photosCount, body.availableCount]).toEqual([3, 2])
    expect(body.images.map(image => [image.position, image.imageId])).toEqual([
      [0, may.first],
      [2, june],
    ])
    await customer.call(photos.restorePhotos, { body: { photoIds: [gone] } })
    expect(await read(id)).toEqual([may.first, gone, june])
  })
})

describe('the editor', () => {
  test('gets addresses that open the pictures from pages of other sites, the untouched original, the account, and the address to return to', async () => {
    const { tempSelectionId } = await freeze({ photoIds: [june] })
    const { status, body } = await forEditor(tempSelectionId)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      tempSelectionId,
      accountId: customer.accountId,
      libraryUrl: `${server.origin}/my-photos/photos`,
      cursor: null,
    })
    expect(body.images).toMatchObject([
      { imageId: june, localFileName: '06:01.jpg', visibleWidth: 900, visibleHeight: 600, state: 'ready' },
    ])
    expect(Object.keys(body.images[0]!)).not.toContain('camera')
    const { images, addressesExpire } = body
    const thumbnail = await fetch(images[0]!.thumbnails[0]!.url)
    expect([thumbnail.status, thumbnail.headers.get('cross-origin-resource-policy')]).toEqual([
      200,
      'cross-origin',
    ])
    const original = await fetch(images[0]!.url)
    expect((await original.arrayBuffer()).byteLength).toBe(images[0]!.size)
    const left = new Date(addressesExpire).getTime() - server.clock.now().getTime()
    expect(left).toBeGreaterThanOrEqual(HOUR)
    expect(left).toBeLessThanOrEqual(1.5 * HOUR)
  })

  test('reads it in parts from any position', async () => {
    const photoIds = [june, may.third, may.second, may.first]
    const { tempSelectionId } = await freeze({ photoIds })
    const part = async (query: string) => {
      const { body } = await forEditor(tempSelectionId, query)
      return [body.images.map(image => image.imageId), body.cursor]
    }
    const [first, cursor] = await part('?limit=3')
    expect(first).toEqual(photoIds.slice(0, 3))
    expect(await part(`?limit=3&cursor=${cursor}`)).toEqual([photoIds.slice(3), null])
    expect(await part('?from=3&limit=3')).toEqual([photoIds.slice(3), null])
    expect(await part('?from=2&limit=2')).toEqual([photoIds.slice(2), null])
    expect(await part('?from=9')).toEqual([[], null])
    expect((await forEditor(tempSelectionId, '?limit=501')).status).toBe(400)
    expect((await forEditor(tempSelectionId, '?from=-1')).status).toBe(400)
    const other = await freeze({ photoIds: [june, may.third] })
    expect((await forEditor(other.tempSelectionId, `?cursor=${cursor}`)).status).toBe(400)
  })
})

test('OP-88 121 selections in an hour are one too many', async () => {
  const busy = await server.customer()
  const photoId = await added(busy, '2024:05:01 10:00:00')
  for (let made = 0; made < 120; made++) await freeze({ photoIds: [photoId] }, busy)
  const answer = await busy.fetch(SERVICES.tempSelections + contract.createTempSelection.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ photoIds: [photoId] }),
  })
  expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await freeze({ photoIds: [june] })).photosCount).toBe(1)
})

async function post(endpoint: Endpoint, body: object) {
  const response = await fetch(server.origin + SERVICES.tempSelections + endpoint.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
const available = (photoIds: string[], accountId = customer.accountId) =>
  post(contract.findRetailerPhotos, { accountId, photoIds })
const select = (photoIds: string[], requestId: string = randomUUID(), accountId = customer.accountId) =>
  post(contract.createRetailerTempSelection, { accountId, photoIds, requestId })

test('AA-081 which photos of an old order are left: neither deleted ones nor those of other customers', async () => {
  const answer = await available([foreign, june, deleted, randomUUID(), june])
  expect(answer).toEqual({ status: 200, body: { photoIds: [june] } })
  expect((await available([june], 'unknown')).body).toEqual({ photoIds: [] })
  expect((await available([])).status).toBe(400)
})

test('AA-081 photos that are left are selected again, once for each request', async () => {
  const requestId = randomUUID()
  const { status, body } = await select([deleted, june, foreign], requestId)
  expect([status, body.photosCount]).toEqual([200, 1])
  const repeated = await Promise.all([1, 2, 3].map(() => select([deleted, june, foreign], requestId)))
  expect(repeated.map(each => each.body.tempSelectionId)).toEqual(Array(3).fill(body.tempSelectionId))
  expect(
    await customer.call(contract.getTempSelection, { params: { id: body.tempSelectionId } }),
  ).toMatchObject({
    photoIds: [june],
  })
  expect((await select([june], requestId)).status).toBe(409)
  expect((await select([june])).body.tempSelectionId).not.toBe(body.tempSelectionId)
})

test('AA-081 without any photo, or of an unknown or deleted account, nothing is selected or read', async () => {
  expect((await select([deleted, foreign])).status).toBe(404)
  expect((await select([june], randomUUID(), 'unknown')).status).toBe(404)
  const leaving = await server.customer()
  const photoId = await added(leaving, '2024:05:01 10:00:00')
  const { tempSelectionId } = await freeze({ photoIds: [photoId] }, leaving)
  await updateRows(server.ctx.db, 'customers', { account_id: leaving.accountId }, { deleted_at: new Date() })
  expect((await forEditor(tempSelectionId)).status).toBe(404)
  expect((await select([photoId], randomUUID(), leaving.accountId)).status).toBe(404)
  expect((await available([photoId], leaving.accountId)).body).toEqual({ photoIds: [] })
})
