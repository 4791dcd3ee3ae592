import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import * as contract from '#contract/albums.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import type { PhotoSelection } from '#contract/photo-selection.ts'
import * as photos from '#contract/photos.ts'
import { checkHashes } from '#contract/uploads.ts'
import { listColumns, updateRows } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg, type PictureOptions } from '../../testing/pictures.ts'
import { readPages } from '../../testing/read-pages.ts'
import { cleanUpAlbums } from './albums.ts'

const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))

/** A customer and the ids of photos with these dates, in the given order; uploaded one second apart. */
async function createLibrary(...pictures: PictureOptions[]): Promise<[Client, ...string[]]> {
  const customer = await server.customer()
  for (const [i, wanted] of pictures.entries()) {
    expect((await customer.upload(`picture-${i}.jpg`, await jpeg(wanted))).response.status).toBe(204)
    server.clock.advance(1000)
  }
  const query = { sortKey: 'created', sortOrder: 'asc' } as const
  const { images } = await customer.call(photos.getPhotos, { query })
  return [customer, ...images.map(image => image.imageId)]
}

async function newAlbum(customer: Client, name = 'Summer', photoIds: string[] = []): Promise<string> {
  const { albumId } = await customer.call(contract.createAlbum, { body: { name } })
  server.clock.advance(1000)
  if (photoIds.length > 0) await add(customer, albumId, photoIds)
  return albumId
}

const toParams = (id: string) => ({ params: { id } })

/** What a deletion and its undo leave as it is. */
const pick = ({ albumName, created, coverChosen }: contract.Album) => ({ albumName, created, coverChosen })

async function add(customer: Client, id: string, photoIds: string[]) {
  const answer = await customer.call(contract.addAlbumPhotos, { ...toParams(id), body: { photoIds } })
  server.clock.advance(1000)
  return answer
}

/** The status of the error that a call is answered with. */
const refuse = async <E extends Endpoint>(customer: Client, endpoint: E, input: Input<E>) =>
  (await customer.expectError(endpoint, input as never)).status

const read = (customer: Client, id: string) => customer.call(contract.getAlbum, toParams(id))

type PhotoQuery = { sortKey?: 'created' | 'dateTaken'; sortOrder?: 'asc' | 'desc'; limit?: number }

/** Ids of an album's photos, read page by page. */
async function photosIn(customer: Client, id: string, query: PhotoQuery = {}): Promise<string[]> {
  const pages = await readPages(next =>
    customer.call(contract.getAlbumPhotos, { ...toParams(id), query: { ...query, ...next } }),
  )
  return pages.flatMap(page => page.images.map(image => image.imageId))
}

const bin = (customer: Client, photoIds: string[]) =>
  customer.call(photos.deletePhotos, { body: { photoIds } })
const restore = (customer: Client, photoIds: string[]) =>
  customer.call(photos.restorePhotos, { body: { photoIds } })

const BAD_NAMES: [string, unknown][] = [
  ['missing', {}],
  ['empty', { name: '' }],
  ['only spaces', { name: '   ' }],
  ['a space first', { name: ' Summer' }],
  ['with <', { name: 'a<b' }],
  ['with >', { name: 'a>b' }],
  ['with ;', { name: 'a;b' }],
  ['of 256 characters', { name: 'x'.repeat(256) }],
  ['with a zero byte', { name: 'a\u0000b' }],
  ['no text', { name: 5 }],
]

describe('creating, renaming, deleting', () => {
  test('PL-163 PL-164 a created album is listed immediately, empty and without a cover', async () => {
    const customer = await server.customer()
    const made = await customer.call(contract.createAlbum, { body: { name: 'Côte d’Azur  ' } })
    expect(made).toEqual({ albumId: expect.any(String), albumName: 'Côte d’Azur' })
    const now = server.clock.now().toISOString()
    expect(await read(customer, made.albumId)).toEqual({
      albumId: made.albumId,
      userId: customer.accountId,
      albumName: 'Côte d’Azur',
      coverPhoto: null,
      coverChosen: false,
      photosCount: 0,
      size: 0,
      created: now,
      updated: now,
      isShared: false,
    })
  })

  test('PL-163 renaming sets the name and the time of change, and nothing else', async () => {
    const [customer, photo] = await createLibrary({})
    const id = await newAlbum(customer, 'Summer', [photo!])
    const { coverPhoto: _cover, ...before } = await read(customer, id)
    server.clock.advance(5000)
    const renamed = await customer.call(contract.updateAlbum, { ...toParams(id), body: { name: 'Autumn' } })
    expect(renamed.albumName).toBe('Autumn')
    expect(Date.parse(renamed.updated)).toBeGreaterThan(Date.parse(before.updated))
    const { updated, albumName } = renamed
    expect(await read(customer, id)).toMatchObject({ ...before, updated, albumName })
    expect(await photosIn(customer, id)).toEqual([photo])
  })

  test.each(BAD_NAMES)(
    'PL-074 PL-163 OP-15 a name %s is refused and changes nothing',
    async (_what, body) => {
      const customer = await server.customer()
      const id = await newAlbum(customer)
      for (const refused of [
        await customer.expectError(contract.createAlbum, { body: body as never }),
        await customer.expectError(contract.updateAlbum, { ...toParams(id), body: body as never }),
      ]) {
        expect(refused.status).toBe(400)
        expect(refused.body.fields).toHaveProperty('name')
      }
      const { albums } = await customer.call(contract.getAlbums)
      expect(albums.map(album => album.albumName)).toEqual(['Summer'])
    },
  )

  test('PL-163 a deleted album is 404, also for a second deletion; its photos stay in the library', async () => {
    const [customer, a, b] = await createLibrary({}, {})
    const [gone, kept] = [await newAlbum(customer, 'Gone', [a!, b!]), await newAlbum(customer, 'Kept', [a!])]
    await customer.call(contract.deleteAlbum, toParams(gone))
    expect(await refuse(customer, contract.deleteAlbum, toParams(gone))).toBe(404)
    expect(await refuse(customer, contract.getAlbum, toParams(gone))).toBe(404)
    expect(await refuse(customer, contract.getAlbumPhotos, toParams(gone))).toBe(404)
    expect(await photosIn(customer, kept)).toEqual([a])
    expect((await customer.call(photos.getPhotos)).images).toHaveLength(2)
  })

  test('a repeated creation with the same id makes one album; under another name it is a conflict', async () => {
    const customer = await server.customer()
    const body = { name: 'Once', albumId: randomUUID() }
    const [first, second] = await Promise.all([
      customer.call(contract.createAlbum, { body }),
      customer.call(contract.createAlbum, { body }),
    ])
    expect([first, second]).toEqual(Array(2).fill({ albumId: body.albumId, albumName: 'Once' }))
    expect((await customer.call(contract.getAlbums)).albums).toHaveLength(1)
    expect((await customer.call(photos.getUser)).albumsCount).toBe(1)
    const twice = await customer.expectError(contract.createAlbum, { body: { ...body, name: 'Twice' } })
    expect(twice.status).toBe(409)
    // The id of another customer's album is available, so that its existence is not revealed.
    const stranger = await server.customer()
    expect(await stranger.call(contract.createAlbum, { body })).toEqual(first)
  })
})

describe('the list', () => {
  test('PL-165 OP-35 newest first, each album once over all pages, shared ones only when asked for', async () => {
    const customer = await server.customer()
    const ids: string[] = []
    for (let i = 0; i < 7; i++) ids.unshift(await newAlbum(customer, `Album ${i}`))
    await updateRows(server.ctx.db, 'albums', { album_id: ids[2]! }, { shared: true })
    const all = async (displaySharedData: boolean) => {
      const pages = await readPages(next =>
        customer.call(contract.getAlbums, { query: { limit: 2, displaySharedData, ...next } }),
      )
      for (const page of pages) expect(page.albums.length).toBeLessThanOrEqual(2)
      return pages.flatMap(page => page.albums)
    }
    const shown = await all(true)
    expect(shown.map(album => album.albumId)).toEqual(ids)
    expect(shown.map(album => album.isShared)).toEqual([false, false, true, false, false, false, false])
    expect(shown.every(album => album.userId === customer.accountId)).toBe(true)
    expect((await all(false)).map(album => album.albumId)).toEqual(ids.filter(id => id !== ids[2]))
  })

  test('PL-165 albums made in the same instant are listed once each, and a new one does not shift the pages', async () => {
    const customer = await server.customer()
    const made = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        customer.call(contract.createAlbum, { body: { name: `Album ${i}` } }),
      ),
    )
    const first = await customer.call(contract.getAlbums, { query: { limit: 3 } })
    server.clock.advance(1000)
    await newAlbum(customer, 'Late')
    const second = await customer.call(contract.getAlbums, {
      query: { limit: 3, cursor: first.cursor! },
    })
    const seen = [...first.albums, ...second.albums].map(album => album.albumId)
    expect(seen.sort()).toEqual(made.map(album => album.albumId).sort())
    expect(second.cursor).toBeNull()
  })

  test('albums can be sorted by name, numbers by their value, also of the longest names, and by their last change', async () => {
    const customer = await server.customer()
    const names = ['Trip 10', 'élan', 'Trip 9', 'Zebra', 'Eagle', 'trip 1']
    const ids = []
    for (const name of names) ids.push(await newAlbum(customer, name))
    await customer.call(contract.updateAlbum, { ...toParams(ids[3]!), body: { name: 'Zebra' } })
    const sorted = async (query: object) => {
      const pages = await readPages(next =>
        customer.call(contract.getAlbums, { query: { limit: 2, ...query, ...next } }),
      )
      return pages.flatMap(page => page.albums.map(album => album.albumName))
    }
    const byName = ['Eagle', 'élan', 'trip 1', 'Trip 9', 'Trip 10', 'Zebra']
    expect(await sorted({ sortKey: 'albumName', sortOrder: 'asc' })).toEqual(byName)
    expect(await sorted({ sortKey: 'albumName', sortOrder: 'desc' })).toEqual(byName.toReversed())
    expect((await sorted({ sortKey: 'updated' }))[0]).toBe('Zebra')
    expect(await sorted({ sortKey: 'created', sortOrder: 'asc' })).toEqual(names)
    const longest = ['9'.repeat(255), '﷽'.repeat(255)]
    for (const name of longest) await newAlbum(customer, name)
    expect(await sorted({ sortKey: 'albumName', limit: 1 })).toEqual(expect.arrayContaining(longest))
  })

  test.each([
    ['limit 0', { limit: 0 }],
    ['limit 501', { limit: 501 }],
    ['limit 1.5', { limit: 1.5 }],
    ['unknown sortKey', { sortKey: 'size' }],
    ['unknown sortOrder', { sortOrder: 'down' }],
    ['displaySharedData maybe', { displaySharedData: 'maybe' }],
    ['a cursor that is none', { cursor: 'eyJ' }],
  ])('PL-158 PL-165 %s is a bad request', async (_what, query) => {
    const customer = await server.customer()
    expect((await customer.expectError(contract.getAlbums, { query: query as never })).status).toBe(400)
  })
})

describe('photos in an album', () => {
  test('PL-166 each is added once, counts, size and cover follow, and the answer has the number added', async () => {
    const [customer, a, b, c] = await createLibrary({}, {}, {})
    const sizes = new Map(
      (await customer.call(photos.getPhotos)).images.map(image => [image.imageId, image.size]),
    )
    const id = await newAlbum(customer)
    expect(await add(customer, id, [b!, b!])).toEqual({ added: 1, photosCount: 1 })
    expect(await add(customer, id, [a!, b!, c!])).toEqual({ added: 2, photosCount: 3 })
    expect(await add(customer, id, [a!, b!, c!])).toEqual({ added: 0, photosCount: 3 })
    expect(await read(customer, id)).toMatchObject({
      photosCount: 3,
      size: [a, b, c].reduce((sum, photo) => sum + sizes.get(photo!)!, 0),
      coverPhoto: { imageId: b },
      coverChosen: false,
    })
    expect((await photosIn(customer, id)).toSorted()).toEqual([a, b, c].toSorted())
  })

  test('PL-166 with a foreign, unknown or binned photo nothing at all is added', async () => {
    const [customer, a, b] = await createLibrary({}, {})
    const [, foreign] = await createLibrary({})
    const id = await newAlbum(customer)
    await bin(customer, [b!])
    for (const wrong of [foreign!, randomUUID(), b!]) {
      const body = { photoIds: [a!, wrong] }
      expect(await refuse(customer, contract.addAlbumPhotos, { ...toParams(id), body })).toBe(404)
    }
    expect(await read(customer, id)).toMatchObject({ photosCount: 0, coverPhoto: null })
  })

  test.each([
    ['no list', {}, true],
    ['an empty list', { photoIds: [] }, true],
    ['501 ids', { photoIds: Array.from({ length: 501 }, () => randomUUID()) }, true],
    ['no ids', { photoIds: ['1'] }, true],
    ['a selection of nothing', { selection: {} }, false],
    ['two ways at once', { photoIds: [randomUUID()], selection: { photoIds: [randomUUID()] } }, false],
    ['month 13', { selection: { months: [{ year: 2024, month: 13 }] } }, false],
  ])('PL-166 PL-168 OP-19 a body with %s is a bad request', async (_what, body, isOfRemoval) => {
    const customer = await server.customer()
    const id = await newAlbum(customer)
    const parts = { ...toParams(id), body: body as never }
    expect(await refuse(customer, contract.addAlbumPhotos, parts)).toBe(400)
    if (isOfRemoval) expect(await refuse(customer, contract.removeAlbumPhotos, parts)).toBe(400)
  })

  test('PL-168 removing removes photos from the album only; photos that are not in it count as done', async () => {
    const [customer, a, b, c] = await createLibrary({}, {}, {})
    const id = await newAlbum(customer, 'Summer', [a!, b!, c!])
    const out = (photoIds: string[]) =>
      customer.call(contract.removeAlbumPhotos, { ...toParams(id), body: { photoIds } })
    expect(await out([a!, randomUUID()])).toEqual({ removed: 1, photosCount: 2 })
    expect(await out([a!])).toEqual({ removed: 0, photosCount: 2 })
    expect(await read(customer, id)).toMatchObject({ photosCount: 2, coverPhoto: { imageId: b } })
    expect((await customer.call(photos.getPhotos)).images).toHaveLength(3)
    expect(await out([b!, c!])).toEqual({ removed: 2, photosCount: 0 })
    expect(await read(customer, id)).toMatchObject({ photosCount: 0, size: 0, coverPhoto: null })
  })

  test('PL-168 PL-051 all but the given ones are removed by one call; photos that are in the bin stay', async () => {
    const [customer, a, b, c, d] = await createLibrary({}, {}, {}, {})
    const id = await newAlbum(customer, 'Summer', [a!, b!, c!, d!])
    await bin(customer, [d!])
    const all = (allExcept: string[]) =>
      customer.call(contract.removeAlbumPhotos, { ...toParams(id), body: { allExcept } })
    expect(await all([b!])).toEqual({ removed: 2, photosCount: 1 })
    expect(await photosIn(customer, id)).toEqual([b])
    expect(await all([])).toEqual({ removed: 1, photosCount: 0 })
    await restore(customer, [d!])
    expect(await photosIn(customer, id)).toEqual([d])
    expect(await read(customer, id)).toMatchObject({ photosCount: 1, coverPhoto: { imageId: d } })
  })

  test('PL-169 OP-36 a single photo is removed by its path, a second time it is 404; added again it is last', async () => {
    const [customer, a, b] = await createLibrary({}, {})
    const id = await newAlbum(customer, 'Summer', [a!])
    await add(customer, id, [b!])
    const parts = { params: { id, photoId: a! } }
    await customer.call(contract.removeAlbumPhoto, parts)
    expect(await refuse(customer, contract.removeAlbumPhoto, parts)).toBe(404)
    expect(await photosIn(customer, id)).toEqual([b])
    await add(customer, id, [a!])
    expect(await photosIn(customer, id)).toEqual([a, b])
  })
})

describe('order and pages', () => {
  const dated = (taken: string): PictureOptions => ({ taken })
  const DATES = [
    dated('2024:05:20 10:00:00'),
    dated('2024:05:01 10:00:00'),
    {},
    dated('2023:05:10 10:00:00'),
    dated('1969:07:20 20:17:40'),
    {},
  ]

  test('PL-167 PL-023 OP-07 by default the last added photo is first; photos of one call are ordered by date taken', async () => {
    const [customer, a, b, c, d, e, f] = (await createLibrary(...DATES)) as [Client, ...string[]]
    const id = await newAlbum(customer, 'Summer', [d!])
    await add(customer, id, [a!, b!, e!])
    await add(customer, id, [c!])
    await add(customer, id, [f!])
    const newest = [f, c, a, b, e, d]
    for (const limit of [500, 1, 2, 5]) {
      expect(await photosIn(customer, id, { limit })).toEqual(newest)
      expect(await photosIn(customer, id, { limit, sortOrder: 'asc' })).toEqual(newest.toReversed())
    }
    const { images } = await customer.call(contract.getAlbumPhotos, toParams(id))
    const added = images.map(image => image.created)
    expect(added).toEqual(added.toSorted().toReversed())
    expect(images.every(image => image.created > image.uploadEnd)).toBe(true)
  })

  test('PL-167 OP-08 by date taken, photos without a date last in either direction; a deep link gets the position of a photo', async () => {
    const [customer, a, b, c, d, e, f] = (await createLibrary(...DATES)) as [Client, ...string[]]
    const id = await newAlbum(customer, 'Summer', [f!, e!, d!, c!, b!, a!])
    for (const limit of [500, 1, 2, 4, 5]) {
      const query = { sortKey: 'dateTaken', limit } as const
      expect(await photosIn(customer, id, query)).toEqual([a, b, d, e, f, c])
      expect(await photosIn(customer, id, { ...query, sortOrder: 'asc' })).toEqual([e, d, b, a, c, f])
    }
    for (const sortKey of ['created', 'dateTaken'] as const)
      for (const sortOrder of ['asc', 'desc'] as const) {
        const query = { sortKey, sortOrder }
        for (const [position, photoId] of (await photosIn(customer, id, query)).entries()) {
          const found = await customer.call(contract.getAlbumPhoto, { params: { id, photoId }, query })
          expect(found).toMatchObject({ position, image: { imageId: photoId } })
        }
      }
    const missing = { params: { id, photoId: randomUUID() } }
    expect(await refuse(customer, contract.getAlbumPhoto, missing)).toBe(404)
  })

  test('PL-167 pages hold each photo exactly once, also when photos are added and removed in between', async () => {
    const [customer, ...ids] = await createLibrary(...Array.from({ length: 8 }, () => ({})))
    const id = await newAlbum(customer, 'Summer', ids.slice(0, 6))
    const page = (cursor?: string) =>
      customer.call(contract.getAlbumPhotos, {
        ...toParams(id),
        query: { limit: 2, ...(cursor ? { cursor } : {}) },
      })
    const first = await page()
    await add(customer, id, ids.slice(6))
    await customer.call(contract.removeAlbumPhoto, { params: { id, photoId: first.images[1]!.imageId } })
    const second = await page(first.cursor!)
    const third = await page(second.cursor!)
    const seen = [...first.images, ...second.images, ...third.images].map(image => image.imageId)
    expect(seen.toSorted()).toEqual(ids.slice(0, 6).toSorted())
    expect(third.cursor).toBeNull()
  })
})

describe('the cover', () => {
  test('PL-164 the first photo is the cover until another is chosen, and again when that one is removed', async () => {
    const [customer, a, b, c] = await createLibrary({}, {}, {})
    const id = await newAlbum(customer, 'Summer', [a!])
    await add(customer, id, [b!])
    await add(customer, id, [c!])
    const cover = async () => {
      const { coverPhoto, coverChosen } = await read(customer, id)
      return [coverPhoto?.imageId, coverChosen]
    }
    const choose = (coverPhotoId: string | null) =>
      customer.call(contract.updateAlbum, { ...toParams(id), body: { coverPhotoId } })
    expect(await cover()).toEqual([a, false])
    expect(await choose(c!)).toMatchObject({ coverPhoto: { imageId: c }, coverChosen: true })
    await bin(customer, [c!])
    expect(await cover()).toEqual([a, false])
    await restore(customer, [c!])
    expect(await cover()).toEqual([c, true])
    await customer.call(contract.removeAlbumPhoto, { params: { id, photoId: c! } })
    expect(await cover()).toEqual([a, false])
    await add(customer, id, [c!])
    expect(await cover()).toEqual([a, false])
    await choose(b!)
    await choose(null)
    expect(await cover()).toEqual([a, false])
  })

  test('PL-164 a photo that is not in the album cannot be its cover', async () => {
    const [customer, a, b] = await createLibrary({}, {})
    const id = await newAlbum(customer, 'Summer', [a!])
    for (const coverPhotoId of [b!, randomUUID()])
      expect(await refuse(customer, contract.updateAlbum, { ...toParams(id), body: { coverPhotoId } })).toBe(
        404,
      )
    expect(await read(customer, id)).toMatchObject({ coverPhoto: { imageId: a }, coverChosen: false })
  })

  test('PL-159 PL-164 the cover and the photos of an album come with addresses that deliver', async () => {
    const [customer, a] = await createLibrary({})
    const id = await newAlbum(customer, 'Summer', [a!])
    await server.idle()
    const { coverPhoto } = await read(customer, id)
    const [image] = (await customer.call(contract.getAlbumPhotos, toParams(id))).images
    for (const each of [coverPhoto!, image!]) {
      expect(each.thumbnails.map(thumbnail => thumbnail.id)).toContain(300)
      expect((await fetch(each.thumbnails[0]!.url)).status).toBe(200)
    }
  })
})

describe('deleting photos', () => {
  test('PL-160 OP-91 a deleted photo disappears from all its albums and is restored to its position in them', async () => {
    const [customer, a, b, c] = await createLibrary({}, {}, {})
    const first = await newAlbum(customer, 'First', [a!])
    await add(customer, first, [b!])
    await add(customer, first, [c!])
    const second = await newAlbum(customer, 'Second', [b!])
    const before = [await read(customer, first), await read(customer, second)]
    await bin(customer, [b!, a!])
    await bin(customer, [b!])
    expect(await read(customer, first)).toMatchObject({ photosCount: 1, coverPhoto: { imageId: c } })
    expect(await read(customer, second)).toMatchObject({ photosCount: 0, size: 0, coverPhoto: null })
    expect(await photosIn(customer, first)).toEqual([c])
    const gone = { params: { id: first, photoId: b! } }
    expect(await refuse(customer, contract.getAlbumPhoto, gone)).toBe(404)
    await restore(customer, [b!, a!])
    expect(await photosIn(customer, first)).toEqual([c, b, a])
    expect(await photosIn(customer, second)).toEqual([b])
    for (const [i, id] of [first, second].entries()) {
      const { coverPhoto, ...now } = await read(customer, id)
      expect(before[i]).toMatchObject(now)
      expect(coverPhoto?.imageId).toBe(before[i]!.coverPhoto?.imageId)
    }
  })

  test('PL-160 OP-91 erasure removes a photo from its albums permanently', async () => {
    const [customer, a, b] = await createLibrary({}, {})
    const id = await newAlbum(customer, 'Summer', [a!, b!])
    await customer.call(contract.updateAlbum, { ...toParams(id), body: { coverPhotoId: a! } })
    await bin(customer, [a!])
    await customer.call(photos.erasePhotos, { body: { photoIds: [a!] } })
    await server.idle()
    expect(await photosIn(customer, id)).toEqual([b])
    const rows = await listColumns(server.ctx.db, 'album_photos', { album_id: id }, ['photo_id'])
    expect(rows).toEqual([{ photo_id: b }])
  })

  test('RV-1130 a restored album is as it was, less the photo that was deleted meanwhile; others stay deleted', async () => {
    const [customer, a, b, c] = await createLibrary({}, {}, {})
    const [id, other] = [
      await newAlbum(customer, 'Summer', [b!, a!, c!]),
      await newAlbum(customer, 'Winter', [a!]),
    ]
    await customer.call(contract.updateAlbum, { ...toParams(id), body: { coverPhotoId: c! } })
    const [before, order] = [await read(customer, id), await photosIn(customer, id)]
    for (const album of [id, other]) await customer.call(contract.deleteAlbum, toParams(album))
    expect((await customer.call(photos.getUser)).albumsCount).toBe(0)
    const adding = { ...toParams(id), body: { photoIds: [a!] } }
    expect(await refuse(customer, contract.addAlbumPhotos, adding)).toBe(404)
    await bin(customer, [b!])
    await bin(customer, [a!])
    expect(await restore(customer, [a!])).toEqual({ failed: [] })
    expect(await refuse(customer, contract.getAlbum, toParams(other))).toBe(404)
    server.clock.advance(60_000)
    const restored = await customer.call(contract.restoreAlbum, toParams(id))
    expect(restored).toMatchObject({ ...pick(before), photosCount: 2, coverPhoto: { imageId: c } })
    expect(await customer.call(contract.restoreAlbum, toParams(id))).toEqual(restored)
    expect(await photosIn(customer, id)).toEqual(order.filter(photo => photo !== b))
    expect((await customer.call(photos.getUser)).albumsCount).toBe(1)
    expect((await customer.call(contract.getAlbums)).albums.map(album => album.albumName)).toEqual(['Summer'])
    await restore(customer, [b!])
    expect(await photosIn(customer, id)).toEqual(order)
  })

  test('RV-1130 a deleted album can be restored by its owner only, and until its days in the bin are over', async () => {
    const [customer, a] = await createLibrary({})
    const neighbour = await server.customer()
    const [first, second] = [
      await newAlbum(customer, 'First', [a!]),
      await newAlbum(customer, 'Second', [a!]),
    ]
    await customer.call(contract.deleteAlbum, toParams(first))
    server.clock.advance(1)
    await customer.call(contract.deleteAlbum, toParams(second))
    expect(await refuse(neighbour, contract.restoreAlbum, toParams(first))).toBe(404)
    const now = server.clock.now()
    server.clock.advance(server.ctx.config.binDays * 86_400_000)
    await cleanUpAlbums(server.ctx)
    server.clock.set(now)
    expect(await refuse(customer, contract.restoreAlbum, toParams(first))).toBe(404)
    expect(await customer.call(contract.restoreAlbum, toParams(second))).toMatchObject({ photosCount: 1 })
    expect((await customer.call(photos.getUser)).albumsCount).toBe(1)
  })
})

describe('copying by rule', () => {
  test('PL-051 PL-166 months and albums but for exceptions, and single photos, in one call', async () => {
    const may: PictureOptions = { taken: '2024:05:03 14:15:00' }
    const [customer, a, b, c, d, e, f] = (await createLibrary(
      may,
      may,
      {},
      { taken: '2023:01:01 00:00:00' },
      { taken: '2022:01:01 00:00:00' },
      may,
    )) as [Client, ...string[]]
    const source = await newAlbum(customer, 'Source', [c!, d!])
    const target = await newAlbum(customer, 'Target')
    await bin(customer, [f!])
    const selection: PhotoSelection = {
      months: [{ year: 2024, month: 5, except: [b!] }],
      albums: [{ albumId: source, except: [d!] }],
      photoIds: [e!, a!, randomUUID()],
    }
    const body = { selection }
    const parts = { ...toParams(target), body }
    expect(await customer.call(contract.addAlbumPhotos, parts)).toEqual({ added: 3, photosCount: 3 })
    expect(await customer.call(contract.addAlbumPhotos, parts)).toEqual({ added: 0, photosCount: 3 })
    expect((await photosIn(customer, target)).toSorted()).toEqual([a, c, e].toSorted())
    expect((await photosIn(customer, source)).toSorted()).toEqual([c, d].toSorted())
  })

  test('P9 an interrupted copy adds nothing, and a repeated call adds everything', async () => {
    const [customer, a, b] = await createLibrary({}, {})
    const id = await newAlbum(customer)
    await server.idle()
    const parts = { ...toParams(id), body: { selection: { photoIds: [a!, b!] } } }
    const breaking = vi.spyOn(server.ctx.push, 'publish').mockRejectedValueOnce(new Error('broken off'))
    expect(await refuse(customer, contract.addAlbumPhotos, parts)).toBe(500)
    breaking.mockRestore()
    expect(await read(customer, id)).toMatchObject({ photosCount: 0, size: 0, coverPhoto: null })
    expect(await photosIn(customer, id)).toEqual([])
    expect(await customer.call(contract.addAlbumPhotos, parts)).toEqual({ added: 2, photosCount: 2 })
  })

  test('OP-08 months of a selection may be those of the upload', async () => {
    const [customer, a] = await createLibrary({ taken: '2019:01:01 00:00:00' })
    const id = await newAlbum(customer)
    const now = server.clock.now()
    const month = { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 }
    const add = (groupBy: 'created' | 'dateTaken') =>
      customer.call(contract.addAlbumPhotos, {
        ...toParams(id),
        body: { selection: { groupBy, months: [month] } },
      })
    expect((await add('dateTaken')).added).toBe(0)
    expect((await add('created')).added).toBe(1)
    expect(await photosIn(customer, id)).toEqual([a])
  })
})

describe('uploading into an album', () => {
  test('PL-044 OP-10 the photo is in the library and in the album, with its count and cover; a known file is not uploaded again and is added, too', async () => {
    const customer = await server.customer()
    const bytes = await jpeg()
    const id = await newAlbum(customer)
    const { response } = await customer.upload('a.jpg', bytes, { albumId: id })
    expect(response.status).toBe(204)
    const [image] = (await customer.call(photos.getPhotos)).images
    expect(await read(customer, id)).toMatchObject({
      photosCount: 1,
      coverPhoto: { imageId: image!.imageId },
    })
    expect(await photosIn(customer, id)).toEqual([image!.imageId])
    const albumId = await newAlbum(customer)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const body = { albumId, files: [{ sha256, fileName: 'a.jpg' }] }
    const { known } = await customer.call(checkHashes, { body })
    expect(known).toMatchObject([{ photoId: image!.imageId, state: 'already-there' }])
    expect(await photosIn(customer, albumId)).toEqual([image!.imageId])
  })

  test('PL-044 OP-10 a photo that is there already, or in the bin, is added to the album as well; OP-91 the latter is in its albums again', async () => {
    const customer = await server.customer()
    const [kept, binned] = [await jpeg(), await jpeg()]
    await customer.upload('kept.jpg', kept)
    const before = await newAlbum(customer)
    await customer.upload('binned.jpg', binned, { albumId: before })
    const { images } = await customer.call(photos.getPhotos)
    const [binnedId] = await photosIn(customer, before)
    await bin(customer, [binnedId!])
    expect(await photosIn(customer, before)).toEqual([])
    const id = await newAlbum(customer)
    await customer.upload('kept.jpg', kept, { albumId: id })
    await customer.upload('binned.jpg', binned, { albumId: id })
    expect((await photosIn(customer, id)).toSorted()).toEqual(images.map(image => image.imageId).toSorted())
    expect(await photosIn(customer, before)).toEqual([binnedId])
  })

  test('OP-10 an album that is foreign, unknown or no id at all is refused before the first byte', async () => {
    const [customer, other] = [await server.customer(), await server.customer()]
    const foreign = await newAlbum(other)
    const answers = []
    for (const albumId of [foreign, randomUUID(), 'summer']) {
      const answer = await customer.createUpload('a.jpg', 5, { albumId })
      answers.push([answer.status, (await answer.json()).code])
    }
    expect(answers).toEqual([
      [404, 'not-found'],
      [404, 'not-found'],
      [400, 'bad-request'],
    ])
  })

  test('PL-044 an album deleted before the last byte loses no photo', async () => {
    const customer = await server.customer()
    const bytes = await jpeg()
    const id = await newAlbum(customer)
    const created = await customer.createUpload('a.jpg', bytes.length, { albumId: id })
    await customer.call(contract.deleteAlbum, toParams(id))
    expect((await customer.patch(created.headers.get('location')!, 0, bytes)).status).toBe(204)
    expect((await customer.call(photos.getPhotos)).images).toHaveLength(1)
  })

  test('PL-170 a picture that turns out to be broken is removed from the album', async () => {
    const customer = await server.customer()
    const id = await newAlbum(customer)
    const bytes = await jpeg({ width: 600, height: 400 })
    // Cut out of the middle: the end marker is still there, the pixels are not.
    const damaged = Buffer.concat([bytes.subarray(0, bytes.length * 0.6), bytes.subarray(-2)])
    const { response } = await customer.upload('broken.jpg', damaged, { albumId: id })
    expect(response.status).toBe(204)
    await server.idle()
    expect(await customer.call(photos.getUser)).toMatchObject({ photosCount: 0, deletedCount: 0 })
    expect(await read(customer, id)).toMatchObject({ photosCount: 0, size: 0, coverPhoto: null })
    expect(await photosIn(customer, id)).toEqual([])
  })
})
