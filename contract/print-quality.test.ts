import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  findLargestGoodPrint,
  findPagePaper,
  getPixelsFor,
  isLargeEnough,
  ratePrint,
  ratePrints,
} from './print-quality.ts'

const SMALL = { long: 150, short: 100 }
const MIDDLE = { long: 180, short: 130 }
const LARGE = { long: 450, short: 300 }
const SIZES = [LARGE, SMALL, MIDDLE]

// A paper of 10 × 6 inches.
const INCHES = { long: 254, short: 152 }

test.each([
  [2500, 1600, 'excellent'],
  [2499, 1600, 'good'],
  [1800, 1100, 'good'],
  [1799, 1100, 'fair'],
  [1300, 800, 'fair'],
  [1299, 800, 'too-small'],
  // The paper is turned to the photo's orientation.
  [1600, 2500, 'excellent'],
  // After cropping the side with fewer dots decides.
  [20_000, 600, 'too-small'],
])('NX-256 %i × %i pixels on 10 × 6 inches are %s', (width, height, quality) => {
  expect(ratePrint({ width, height }, INCHES)?.quality).toBe(quality)
})

test('NX-256 ratings are sorted by paper, and the largest one of good quality is found', () => {
  const photo = { width: 4217, height: 2817 }
  expect(ratePrints(photo, SIZES).map(({ size, dpi, quality }) => [size, Math.floor(dpi), quality])).toEqual([
    [SMALL, 714, 'excellent'],
    [MIDDLE, 550, 'excellent'],
    [LARGE, 238, 'good'],
  ])
  expect(findLargestGoodPrint(photo, SIZES)).toBe(LARGE)
  expect(findLargestGoodPrint({ width: 1800, height: 1200 }, SIZES)).toBe(MIDDLE)
  expect(findLargestGoodPrint({ width: 600, height: 400 }, SIZES)).toBeUndefined()
})

test('NX-256 the paper of about a full page is the smallest from 28 cm; large enough is good quality', () => {
  const page = { long: 300, short: 200 }
  expect(findPagePaper([{ long: 450, short: 300 }, page, { long: 180, short: 130 }])).toBe(page)
  expect(findPagePaper([{ long: 180, short: 130 }])).toBeUndefined()
  expect(isLargeEnough({ width: 1418, height: 2126 }, page)).toBe(true)
  expect(isLargeEnough({ width: 1417, height: 2126 }, page)).toBe(false)
  expect(isLargeEnough({ width: 0, height: 0 }, page)).toBe(false)
})

test('NX-256 a photo of unknown size has no rating', () => {
  expect(ratePrint({ width: 0, height: 0 }, SMALL)).toBeNull()
  expect(ratePrints({ width: 0, height: 0 }, SIZES)).toEqual([])
})

test.each([
  ['excellent', 250],
  ['good', 180],
  ['fair', 130],
] as const)('NX-256 with the fewest pixels a print is %s, with one less it is not', (quality, dpiMin) => {
  const side = fc.integer({ min: 50, max: 2_000 })
  fc.assert(
    fc.property(side, side, (a, b) => {
      const size = { long: Math.max(a, b), short: Math.min(a, b) }
      const { long, short } = getPixelsFor(size, quality)
      expect(ratePrint({ width: long, height: short }, size)!.dpi).toBeGreaterThanOrEqual(dpiMin)
      expect(ratePrint({ width: long, height: short }, size)!.quality).toBe(quality)
      expect(ratePrint({ width: long - 1, height: short - 1 }, size)!.dpi).toBeLessThan(dpiMin)
    }),
  )
})
