import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  deletePhotos,
  getMonthPage,
  getTimeline,
  restorePhotos,
  type SortKey,
  type TimelineList,
  WIDE_PER_MONTH,
} from '#contract/photos.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { insertPhotoRows } from '../../testing/photo-rows.ts'
import { jpeg } from '../../testing/pictures.ts'

const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))

const KEYS = ['dateTaken', 'created'] as const

async function listMonths(customer: Client, groupBy: SortKey) {
  const answer = await customer.call(getTimeline, { query: { groupBy, form: 'list' } })
  return (answer as TimelineList).months
}

/** Compares the positions of wide photos with the pages of the months; returns their number. */
async function checkWidePhotos(customer: Client, groupBy: SortKey): Promise<number> {
  let found = 0
  for (const { wide, ...month } of await listMonths(customer, groupBy)) {
    const undated = groupBy === 'dateTaken' && month.year === 1970 ? { undated: month.undated } : {}
    const { images } = await customer.call(getMonthPage, {
      params: month,
      query: {
        groupBy,
        sortKey: groupBy,
        sortOrder: 'desc',
        limit: 500,
        ...undated,
      },
    })
    const positions = images.flatMap(({ visibleWidth, visibleHeight }, position) =>
      visibleWidth >= 2 * visibleHeight ? [position] : [],
    )
    expect(images).toHaveLength(month.photos)
    expect(wide ?? []).toEqual(positions)
    found += positions.length
  }
  return found
}

describe('NX-254 wide photos in the list of months', () => {
  let customer: Client
  beforeAll(async () => {
    customer = await server.customer()
    const photos = [
      { width: 120, height: 60, taken: '2024:05:01 10:00:00' },
      { width: 120, height: 61, taken: '2024:05:02 10:00:00' },
      { width: 200, height: 40, taken: '2024:05:02 10:00:00', subSecond: '50' },
      { width: 40, height: 200, taken: '2024:05:03 10:00:00' },
      { width: 160, height: 60, taken: '2024:05:31 23:59:59' },
      { width: 160, height: 60, taken: '2024:06:01 00:00:00' },
      { width: 80, height: 60, taken: '2024:07:01 00:00:00' },
      { width: 160, height: 60, taken: '1970:01:20 08:00:00' },
      { width: 80, height: 60, taken: '1970:01:21 08:00:00' },
      { width: 160, height: 60 },
      { width: 80, height: 60 },
    ]
    for (const [index, photo] of photos.entries()) {
      await customer.upload(`${index}.jpg`, await jpeg(photo))
      server.clock.advance(1000)
    }
    // At one instant: the id decides.
    for (const width of [160, 80, 160, 80])
      await customer.upload('august.jpg', await jpeg({ width, height: 60, taken: '2024:08:01 00:00:00' }))
    await server.idle()
  })

  test.each(KEYS)(
    'by %s are those at least twice as wide as high, by their positions from the newest',
    async key => {
      expect(await checkWidePhotos(customer, key)).toBe(8)
    },
  )

  test('January 1970 and photos without a date have their own; a month without any has none, and the map names none', async () => {
    const months = await listMonths(customer, 'dateTaken')
    const find = (year: number, month: number, undated = false) =>
      months.find(each => each.year === year && each.month === month && each.undated === undated)
    expect(find(1970, 1)).toMatchObject({ photos: 2, wide: [1] })
    expect(find(1970, 1, true)).toMatchObject({ photos: 2, wide: [1] })
    expect(find(2024, 5)).toMatchObject({ photos: 5, wide: [0, 2, 4] })
    expect(find(2024, 7)).not.toHaveProperty('wide')
    expect(await customer.call(getTimeline)).toEqual({
      '1970': { '1': 4 },
      '2024': { '5': 5, '6': 1, '7': 1, '8': 4 },
    })
  })

  test.each(KEYS)('by %s deleting and restoring changes them at once', async key => {
    const { images } = await customer.call(getMonthPage, { params: { year: 2024, month: 5 }, query: {} })
    const photoIds = [images[0]!.imageId, images[1]!.imageId]
    await customer.call(deletePhotos, { body: { photoIds } })
    expect(await checkWidePhotos(customer, key)).toBe(7)
    await customer.call(restorePhotos, { body: { photoIds } })
    expect(await checkWidePhotos(customer, key)).toBe(8)
  })

  test('a month names the newest 200', async () => {
    const many = await server.customer()
    await insertPhotoRows(server.ctx, many.accountId, WIDE_PER_MONTH + 1)
    await sql`update photo_facts set width = 8 where account_id = ${many.accountId}`.execute(server.ctx.db)
    const [month] = await listMonths(many, 'created')
    expect(month!.wide).toEqual(Array.from({ length: WIDE_PER_MONTH }, (_, position) => position))
  })
})
