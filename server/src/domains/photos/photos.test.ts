import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import * as contract from '#contract/photos.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { findMonthCountErrors } from '../../testing/consistency-checks.ts'
import { advanceElapsedTime } from '../../testing/elapsed-time.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg, type PictureOptions } from '../../testing/pictures.ts'
import { readPages } from '../../testing/read-pages.ts'

const server = closeAfterAll(await testServer())

/** A customer whose library holds pictures with these dates, made ready. */
async function libraryOf(...pictures: PictureOptions[]): Promise<Client> {
  const customer = await server.customer()
  for (const [i, wanted] of pictures.entries()) {
    const { response } = await customer.upload(`picture-${i}.jpg`, await jpeg(wanted))
    expect(response.status).toBe(204)
    server.clock.advance(1000)
  }
  await server.idle()
  return customer
}

const ids = (images: contract.Image[]) => images.map(image => image.imageId)
const names = (images: contract.Image[]) => images.map(image => image.localFileName)
const dated = (taken: string): PictureOptions => ({ taken })

describe('timeline', () => {
  test('PL-153 PL-154 totals and month counts follow uploads, deletions and restores', async () => {
    const customer = await libraryOf(
      dated('2024:05:03 14:15:00'),
      dated('2024:05:20 08:00:00'),
      dated('2023:12:31 23:59:59'),
      {},
    )
    const timeline = { '2024': { '5': 2 }, '2023': { '12': 1 }, '1970': { '1': 1 } }
    expect(await customer.call(contract.getTimeline)).toEqual(timeline)
    expect(await customer.call(contract.getUser)).toMatchObject({
      photosCount: 4,
      deletedCount: 0,
      userId: customer.accountId,
    })

    const { images } = await customer.call(contract.getPhotos)
    const december = images.find(image => image.dateTaken?.startsWith('2023-12'))!
    expect(await customer.call(contract.deletePhotos, { body: { photoIds: [december.imageId] } })).toEqual({
      failed: [],
    })
    expect(await customer.call(contract.getTimeline)).toEqual({ '2024': { '5': 2 }, '1970': { '1': 1 } })
    expect(await customer.call(contract.getUser)).toMatchObject({ photosCount: 3, deletedCount: 1 })

    await customer.call(contract.restorePhotos, { body: { photoIds: [december.imageId] } })
    expect(await customer.call(contract.getTimeline)).toEqual(timeline)
    expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
  })

  test('PL-154 OP-08 groupBy=created groups by the month of the upload', async () => {
    const customer = await libraryOf(dated('2019:01:01 00:00:00'), {})
    const now = server.clock.now()
    expect(await customer.call(contract.getTimeline, { query: { groupBy: 'created' } })).toEqual({
      [now.getUTCFullYear()]: { [now.getUTCMonth() + 1]: 2 },
    })
  })

  test('PL-156 a month comes in stable pages, each photo exactly once, also when photos are added in between', async () => {
    const customer = await libraryOf(...Array.from({ length: 7 }, () => dated('2024:05:03 14:15:00')))
    const page = (cursor?: string) =>
      customer.call(contract.getMonthPage, {
        params: { year: 2024, month: 5 },
        query: { limit: 3, ...(cursor ? { cursor } : {}) },
      })
    const first = await page()
    await customer.upload('late.jpg', await jpeg(dated('2024:05:31 23:59:59')))
    const second = await page(first.cursor!)
    const third = await page(second.cursor!)
    const seen = ids([...first.images, ...second.images, ...third.images])
    expect(seen).toHaveLength(7)
    expect(new Set(seen).size).toBe(7)
    expect(third.cursor).toBeNull()
  })

  test('PL-156 order follows sortKey and sortOrder; a deep link gets the month and position of a photo', async () => {
    const customer = await libraryOf(
      dated('2024:05:20 10:00:00'),
      dated('2024:05:01 10:00:00'),
      dated('2024:05:10 10:00:00'),
      {},
    )
    const month = async (query: object) =>
      names((await customer.call(contract.getMonthPage, { params: { year: 2024, month: 5 }, query })).images)
    expect(await month({})).toEqual(['picture-0.jpg', 'picture-2.jpg', 'picture-1.jpg'])
    expect(await month({ sortOrder: 'asc' })).toEqual(['picture-1.jpg', 'picture-2.jpg', 'picture-0.jpg'])
    expect(await month({ sortKey: 'created', sortOrder: 'asc' })).toEqual([
      'picture-0.jpg',
      'picture-1.jpg',
      'picture-2.jpg',
    ])
    const { images } = await customer.call(contract.getPhotos)
    const find = (place: number) =>
      customer.call(contract.getPhoto, { params: { id: images[place]!.imageId } })
    expect(await find(1)).toMatchObject({ year: 2024, month: 5, position: 1 })
    expect(await find(3)).toMatchObject({ year: 1970, month: 1, position: 0 })
  })

  test('PL-157 OP-08 the whole library comes in order, photos without a date last in either direction', async () => {
    const customer = await libraryOf({}, dated('1969:07:20 20:17:40'), dated('2024:05:01 10:00:00'))
    const all = async (sortOrder: 'asc' | 'desc') => {
      const pages = await readPages(next =>
        customer.call(contract.getPhotos, { query: { sortOrder, limit: 1, ...next } }),
      )
      return pages.flatMap(page => names(page.images))
    }
    expect(await all('desc')).toEqual(['picture-2.jpg', 'picture-1.jpg', 'picture-0.jpg'])
    expect(await all('asc')).toEqual(['picture-1.jpg', 'picture-2.jpg', 'picture-0.jpg'])
  })

  test.each([
    ['month 13', { year: 2024, month: 13 }, {}],
    ['month 0', { year: 2024, month: 0 }, {}],
    ['limit 0', { year: 2024, month: 5 }, { limit: 0 }],
    ['limit 501', { year: 2024, month: 5 }, { limit: 501 }],
    ['limit 1.5', { year: 2024, month: 5 }, { limit: 1.5 }],
    ['unknown sortKey', { year: 2024, month: 5 }, { sortKey: 'size' }],
    ['unknown sortOrder', { year: 2024, month: 5 }, { sortOrder: 'down' }],
    ['broken cursor', { year: 2024, month: 5 }, { cursor: 'eyJ' }],
  ])('PL-158 %s is a bad request with a message', async (_what, params, query) => {
    const customer = await server.customer()
    const { status, body } = await customer.expectError(contract.getMonthPage, { params, query } as never)
    expect(status).toBe(400)
    expect(body.message).not.toBe('')
    expect(Object.keys(body.fields ?? {})).toHaveLength(1)
  })
})

describe('one photo', () => {
  test('PL-159 PL-171 PL-183 it carries all fields, true sizes, and its addresses deliver the picture', async () => {
    const customer = await server.customer()
    const bytes = await jpeg({ width: 1600, height: 1000, taken: '2024:05:03 14:15:00', offset: '+02:00' })
    const { uploadId } = await customer.upload('Strand — ümläut.jpg', bytes)
    await server.idle()
    const [image] = (await customer.call(contract.getPhotos)).images as [contract.Image]
    expect(image).toMatchObject({
      ownerId: customer.accountId,
      uploadId,
      uploadEnd: image.created,
      localFileName: 'Strand — ümläut.jpg',
      dateTaken: '2024-05-03T14:15:00',
      dateTakenOffset: 120,
      visibleWidth: 1600,
      visibleHeight: 1000,
      state: 'ready',
    })
    expect(image.placeholder).toMatch(/^[\w-]{20,40}$/)
    expect(image.thumbnails.map(each => [each.id, each.width, each.height])).toEqual([
      [300, 300, 188],
      [800, 800, 500],
      [1300, 1300, 813],
    ])
    for (const { url, width, height } of image.thumbnails) {
      const answer = await fetch(url)
      expect(answer.headers.get('content-type')).toBe('image/jpeg')
      const metadata = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect([metadata.width, metadata.height, metadata.exif]).toEqual([width, height, undefined])
    }
    const original = await fetch(image.url)
    expect(original.headers.get('content-type')).toBe('image/jpeg')
    expect(original.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''Strand%20%E2%80%94%20%C3%BCml%C3%A4ut.jpg",
    )
    expect(original.headers.get('x-content-type-options')).toBe('nosniff')
    expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true)
    const part = await fetch(image.untouchedUrl, { headers: { range: 'bytes=100-199' } })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true)
  })

  test('OP-33 RV-208 an altered address is refused; an address works for an hour, and until addressesExpire', async () => {
    const customer = await libraryOf({})
    const { images, addressesExpire } = await customer.call(contract.getPhotos)
    const url = images[0]!.thumbnails[0]!.url
    expect((await fetch(url)).status).toBe(200)
    const token = url.split('/')[4]!
    const altered = url.replace(token, token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'))
    expect((await fetch(altered)).status).toBe(403)
    const end = new Date(addressesExpire)
    expect(end.getTime() - server.clock.now().getTime()).toBeGreaterThanOrEqual(3600_000)
    server.clock.set(new Date(end.getTime() - 1))
    expect((await fetch(url)).status).toBe(200)
    server.clock.set(end)
    expect((await fetch(url)).status).toBe(403)
  })
})

describe('deleting', () => {
  test('PL-160 PL-161 only the caller’s photos are deleted; foreign and unknown ids are returned; it is idempotent', async () => {
    const [caller, other] = [await libraryOf({}, {}), await libraryOf({})]
    const own = ids((await caller.call(contract.getPhotos)).images)
    const foreign = ids((await other.call(contract.getPhotos)).images)
    const unknown = randomUUID()
    const body = { photoIds: [own[0]!, foreign[0]!, unknown] }
    expect((await caller.call(contract.deletePhotos, { body })).failed.sort()).toEqual(
      [foreign[0], unknown].sort(),
    )
    expect(await caller.call(contract.deletePhotos, { body: { photoIds: [own[0]!] } })).toEqual({
      failed: [],
    })
    expect(ids((await caller.call(contract.getPhotos)).images)).toEqual([own[1]])
    expect((await other.call(contract.getPhotos)).images).toHaveLength(1)
    expect(await findMonthCountErrors(server.ctx, caller.accountId)).toEqual([])
  })

  test.each([
    ['missing', {}],
    ['empty', { photoIds: [] }],
    ['oversized', { photoIds: Array.from({ length: 501 }, () => randomUUID()) }],
    ['no ids at all', { photoIds: ['1'] }],
  ])('PL-161 a list of ids that is %s is a bad request', async (_what, body) => {
    const customer = await server.customer()
    expect((await customer.expectError(contract.deletePhotos, { body: body as never })).status).toBe(400)
  })

  test('OP-91 a deleted photo is unavailable at every address within a second and is listed in the bin', async () => {
    const customer = await libraryOf({})
    const [image] = (await customer.call(contract.getPhotos)).images as [contract.Image]
    await fetch(image.url)
    await customer.call(contract.deletePhotos, { body: { photoIds: [image.imageId] } })
    await advanceElapsedTime(1000)
    expect((await fetch(image.thumbnails[0]!.url)).status).toBe(404)
    expect((await customer.expectError(contract.getPhoto, { params: { id: image.imageId } })).status).toBe(
      404,
    )
    const { images } = await customer.call(contract.getDeletedPhotos)
    expect(images).toMatchObject([{ imageId: image.imageId }])
    const days = (Date.parse(images[0]!.erasedAt) - Date.parse(images[0]!.deletedAt)) / 86_400_000
    expect(days).toBe(contract.BIN_DAYS)
    expect((await fetch(images[0]!.thumbnails[0]!.url)).status).toBe(200)
  })
})
