import { expect, test } from 'vitest'
import { deletePhotos, getMonthPage, getPhotos, IDS_PER_CALL, photoIds } from './photos.ts'

const uuids = (count: number) =>
  Array.from({ length: count }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`)

test('PL-197 PL-156 PL-157 a page holds 24 photos of a month and 500 of the library unless another size is requested', () => {
  expect(getMonthPage.query.parse({})).toMatchObject({ limit: 24, sortKey: 'dateTaken', sortOrder: 'desc' })
  expect(getPhotos.query.parse({})).toMatchObject({ limit: 500 })
  expect(getPhotos.query.parse({ limit: '7' })).toMatchObject({ limit: 7 })
})

test('OP-19 the page sends 100 ids a call, the service takes up to 500', () => {
  expect(IDS_PER_CALL).toBe(100)
  expect(photoIds.safeParse({ photoIds: uuids(500) }).success).toBe(true)
  expect(deletePhotos.body.safeParse({ photoIds: uuids(501) }).success).toBe(false)
})
