import { beforeAll, describe, expect, test } from 'vitest'
import { addAlbumPhotos, createAlbum, getAlbumIndex, getAlbumPhotos } from '#contract/albums.ts'
import { getSearchMonthIndex } from '#contract/photo-search.ts'
import * as contract from '#contract/photos.ts'
import { createTempSelection, getTempSelection } from '#contract/temp-selections.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { findMonthCountErrors } from '../../testing/consistency-checks.ts'
import { testServer } from '../../testing/harness.ts'
import { INSERTED_MONTH, insertPhotoRows } from '../../testing/photo-rows.ts'
import { jpeg } from '../../testing/pictures.ts'
import { readPages } from '../../testing/read-pages.ts'

const { INDEX_STEP } = contract

const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))

const names = (images: readonly { localFileName: string }[]) => images.map(image => image.localFileName)

interface Page {
  images: contract.Image[]
  cursor: string | null
}

/** Reads all pages of one photo each. */
async function readSinglePages(read: (query: { limit: number; cursor?: string }) => Promise<Page>) {
  const pages = await readPages(next => read({ limit: 1, ...next }))
  return names(pages.flatMap(({ images }) => images))
}

const MONTH = { year: 2024, month: 5 }

async function createAlbumOf(customer: Client, photoIds: string[]) {
  const { albumId: id } = await customer.call(createAlbum, { body: { name: 'Burst' } })
  await customer.call(addAlbumPhotos, { params: { id }, body: { photoIds } })
  return id
}

describe('NX-242 RV-803 photos of one second', () => {
  test('stand by sub-second, then number of the name: in months, library, album, selection, in pages of one', async () => {
    const customer = await server.customer()
    const shots = [
      ...[15, 5, 25].map(subSecond => ({
        name: `burst-9-${subSecond}.jpg`,
        subSecond: String(subSecond).padStart(2, '0'),
      })),
      { name: 'IMG_2.jpg', subSecond: '90' },
      { name: 'IMG_1.jpg', subSecond: '90' },
      ...Array.from({ length: 45 }, (_, n) => ({ name: `DSC_${1000 + ((n * 7) % 45)}.jpg`, subSecond: '5' })),
    ]
    const sorted = [
      'burst-9-5.jpg',
      'burst-9-15.jpg',
      'burst-9-25.jpg',
      ...Array.from({ length: 45 }, (_, n) => `DSC_${1000 + n}.jpg`),
      'IMG_1.jpg',
      'IMG_2.jpg',
    ]
    for (const { name, subSecond } of shots)
      await customer.upload(
        name,
        await jpeg({ width: 32, height: 32, taken: '2024:05:03 14:15:00', subSecond }),
      )
    const { images } = await customer.call(contract.getPhotos)
    expect(new Set(images.map(image => image.dateTaken))).toEqual(new Set(['2024-05-03T14:15:00']))

    for (const sortOrder of ['asc', 'desc'] as const) {
      const expected = sortOrder === 'asc' ? sorted : sorted.toReversed()
      const order = { sortKey: 'dateTaken', sortOrder } as const
      expect(
        await readSinglePages(page =>
          customer.call(contract.getMonthPage, { params: MONTH, query: { ...order, ...page } }),
        ),
      ).toEqual(expected)
      expect(
        await readSinglePages(page => customer.call(contract.getPhotos, { query: { ...order, ...page } })),
      ).toEqual(expected)
    }
    const id = await createAlbumOf(
      customer,
      images.map(image => image.imageId),
    )
    expect(
      await readSinglePages(page =>
        customer.call(getAlbumPhotos, {
          params: { id },
          query: { sortKey: 'dateTaken', sortOrder: 'asc', ...page },
        }),
      ),
    ).toEqual(sorted)
    // Photos of one call get their album positions in the same order.
    expect(
      await readSinglePages(page =>
        customer.call(getAlbumPhotos, {
          params: { id },
          query: { sortKey: 'created', sortOrder: 'asc', ...page },
        }),
      ),
    ).toEqual(sorted)

    const selection = { months: [{ ...MONTH, except: [] }] }
    const { tempSelectionId: selectionId } = await customer.call(createTempSelection, { body: { selection } })
    const chosen = await customer.call(getTempSelection, { params: { id: selectionId } })
    const nameById = new Map(images.map(image => [image.imageId, image.localFileName]))
    expect(chosen.photoIds.map(id => nameById.get(id))).toEqual(sorted)

    for (const [position, name] of sorted.entries()) {
      const { imageId } = images.find(image => image.localFileName === name)!
      const photo = await customer.call(contract.getPhoto, {
        params: { id: imageId },
        query: { sortKey: 'dateTaken', sortOrder: 'asc' },
      })
      expect(photo).toMatchObject({ ...MONTH, position })
    }
    expect(await customer.call(getAlbumIndex, { params: { id }, query: {} })).toMatchObject({ count: 50 })
  })
})

describe('PL-156 the index', () => {
  test.each([
    [INDEX_STEP, 1],
    [INDEX_STEP + 1, 2],
  ])('of %i photos has %i pages, in a month, in an album and of a search', async (count, pages) => {
    const customer = await server.customer()
    await insertPhotoRows(server.ctx, customer.accountId, count)
    const { images } = await customer.call(contract.getPhotos)
    const id = await createAlbumOf(
      customer,
      images.map(image => image.imageId),
    )
    const ofMonth = { params: INSERTED_MONTH, query: { groupBy: 'created', sortKey: 'created' } } as const
    for (const index of [
      await customer.call(contract.getMonthIndex, ofMonth),
      await customer.call(getSearchMonthIndex, {
        ...ofMonth,
        query: { ...ofMonth.query, shape: ['landscape'] },
      }),
      await customer.call(getAlbumIndex, { params: { id }, query: {} }),
    ])
      expect([index.count, index.cursors.length]).toEqual([count, pages])
  })
})

describe('NX-244 RV-809 January 1970', () => {
  let customer: Client
  beforeAll(async () => {
    customer = await server.customer()
    for (const [name, taken] of [
      ['epoch.jpg', '1970:01:01 00:00:00'],
      ['epoch-berlin.jpg', '1970:01:01 01:00:00'],
      ['january-2.jpg', '1970:01:20 10:00:00'],
      ['january-1.jpg', '1970:01:02 10:00:00'],
      ['december.jpg', '1969:12:20 10:00:00'],
      ['none.jpg', undefined],
    ] as const) {
      await customer.upload(name, await jpeg(taken ? { taken } : {}))
      server.clock.advance(1000)
    }
  })

  test('is a month of its own in the list, and with photos without a date in the map', async () => {
    expect(await customer.call(contract.getTimeline)).toEqual({ '1969': { '12': 1 }, '1970': { '1': 5 } })
    const { months } = (await customer.call(contract.getTimeline, {
      query: { form: 'list' },
    })) as contract.TimelineList
    expect(months).toHaveLength(3)
    expect(months).toEqual(
      expect.arrayContaining([
        { year: 1969, month: 12, undated: false, photos: 1 },
        { year: 1970, month: 1, undated: false, photos: 2 },
        { year: 1970, month: 1, undated: true, photos: 3 },
      ]),
    )
    expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
    for (const sortOrder of ['asc', 'desc'] as const) {
      const order = { sortKey: 'dateTaken', sortOrder } as const
      const pages = await readSinglePages(page =>
        customer.call(contract.getPhotos, { query: { ...order, ...page } }),
      )
      const { images } = await customer.call(contract.getPhotos, { query: order })
      expect(pages).toEqual(names(images))
    }
  })

  test.each([
    [{ undated: false }, ['january-1.jpg', 'january-2.jpg'], 2],
    [{ undated: true }, ['epoch-berlin.jpg', 'epoch.jpg', 'none.jpg'], 3],
    [{}, ['epoch-berlin.jpg', 'epoch.jpg', 'january-1.jpg', 'january-2.jpg', 'none.jpg'], 5],
  ])('its pages with %o have %o', async (query, expected, count) => {
    const params = { year: 1970, month: 1 }
    const seen = await readSinglePages(page =>
      customer.call(contract.getMonthPage, { params, query: { ...query, ...page, sortOrder: 'asc' } }),
    )
    expect(seen.toSorted()).toEqual(expected)
    expect(seen.indexOf('january-1.jpg')).toBeLessThanOrEqual(seen.indexOf('january-2.jpg'))
    expect(await customer.call(contract.getMonthIndex, { params, query })).toMatchObject({ count })
    const { albumId: id } = await customer.call(createAlbum, { body: { name: 'January' } })
    const selection = { months: [{ ...params, ...query, except: [] }] }
    expect(await customer.call(addAlbumPhotos, { params: { id }, body: { selection } })).toMatchObject({
      added: count,
    })
  })

  test('a photo says whether it is one of those without a date, with its position among them; counts follow deletions and restores', async () => {
    const { images } = await customer.call(contract.getPhotos, { query: { sortOrder: 'asc' } })
    expect(names(images).slice(0, 3)).toEqual(['december.jpg', 'january-1.jpg', 'january-2.jpg'])
    const find = (name: string) =>
      customer.call(contract.getPhoto, {
        params: { id: images.find(image => image.localFileName === name)!.imageId },
        query: { sortOrder: 'asc' },
      })
    expect(await find('january-2.jpg')).toMatchObject({ year: 1970, month: 1, undated: false, position: 1 })
    expect(await find('none.jpg')).toMatchObject({ year: 1970, month: 1, undated: true, position: 2 })
    expect(await find('december.jpg')).toMatchObject({ year: 1969, month: 12, undated: false })
    const photoIds = images
      .filter(image => image.localFileName.startsWith('january'))
      .map(image => image.imageId)
    await customer.call(contract.deletePhotos, { body: { photoIds } })
    expect(await customer.call(contract.getTimeline)).toEqual({ '1969': { '12': 1 }, '1970': { '1': 3 } })
    await customer.call(contract.restorePhotos, { body: { photoIds } })
    expect(await customer.call(contract.getTimeline)).toEqual({ '1969': { '12': 1 }, '1970': { '1': 5 } })
    expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
  })
})
