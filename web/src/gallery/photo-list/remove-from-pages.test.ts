import fc from 'fast-check'
import { expect, test } from 'vitest'
import { INDEX_STEP, type PhotoPage } from '#contract/photos.ts'
import { removeFromPages } from './optimistic-update.ts'
import { addressesExpire, photoForTests } from './photo.testing.ts'

const MONTH = Array.from({ length: INDEX_STEP * 2 + 50 }, (_, index) => photoForTests(2024, 5, index))
const block = (number: number): PhotoPage => ({
  cursor: null,
  images: MONTH.slice(number * INDEX_STEP, (number + 1) * INDEX_STEP),
  addressesExpire,
})
const idsOf = (page: PhotoPage | undefined) => page?.images.map(image => image.imageId)

test('PL-100 after any deletion the following photos move up, across pages, and none is lost', () => {
  const indexes = fc.uniqueArray(fc.nat({ max: MONTH.length - 1 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(indexes, removed => {
      const ids = new Set(removed.map(index => MONTH[index]!.imageId))
      const parts = new Map([0, 1, 2].map(number => [number, block(number)]))
      const closed = removeFromPages(parts, ids)
      expect(new Set(closed.removed.keys())).toEqual(ids)
      expect([...closed.removed].every(([id, at]) => MONTH[at]!.imageId === id)).toBe(true)
      const left = [0, 1, 2].flatMap(number => idsOf(closed.parts.get(number)) ?? [])
      expect(left).toEqual(MONTH.map(image => image.imageId).filter(id => !ids.has(id)))
    }),
    { numRuns: 30 },
  )
})

test('PL-100 where the following page is not cached a page ends early instead of showing a wrong photo', () => {
  const ids = new Set([MONTH[3]!.imageId])
  const { parts } = removeFromPages(
    new Map([
      [0, block(0)],
      [2, block(2)],
    ]),
    ids,
  )
  expect(idsOf(parts.get(0))).toHaveLength(INDEX_STEP - 1)
  expect(parts.get(2)?.images[0]?.imageId).toBe(MONTH[INDEX_STEP * 2 + 1]?.imageId)
})

test('pages without any of the photos stay as they are', () => {
  const parts = new Map([[0, block(0)]])
  expect(removeFromPages(parts, new Set(['other'])).parts).toBe(parts)
})
