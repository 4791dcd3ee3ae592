import { expect, test } from 'vitest'
import { PRINT_PIXELS_MIN } from '#contract/temp-selections.ts'
import { PRINT_SIZES } from './catalog.ts'
import { computeDpi, findLargestSharpSize, isTooSmall } from './resolution.ts'

const [small, , large] = PRINT_SIZES

test.each([
  // 10 × 15 cm at 150 dpi are 885.8 × 590.6 pixels.
  [886, 591, false],
  [885, 591, true],
  [886, 590, true],
  // The paper is turned to the photo's orientation.
  [591, 886, false],
  // After cropping the short side decides.
  [6000, 500, true],
])('%i × %i pixels on 10 × 15 cm: too small is %s', (width, height, tooSmall) => {
  expect(isTooSmall({ width, height }, small!)).toBe(tooSmall)
})

test('RV-819 the library asks about the photos that are too small for the smallest print', () => {
  const { long, short } = PRINT_PIXELS_MIN
  expect(isTooSmall({ width: long, height: short }, small!)).toBe(false)
  expect(isTooSmall({ width: long - 1, height: short }, small!)).toBe(true)
  expect(isTooSmall({ width: long, height: short - 1 }, small!)).toBe(true)
})

test('dots per inch follow the paper', () => {
  expect(computeDpi({ width: 1500, height: 1000 }, small!)).toBeCloseTo(254)
  expect(computeDpi({ width: 1500, height: 1000 }, large!)).toBeCloseTo(127)
})

test('the largest print for which a photo has enough pixels', () => {
  expect(findLargestSharpSize({ width: 1800, height: 1200 })?.code).toBe('PRINT-20X30-GLOSSY')
  expect(findLargestSharpSize({ width: 8000, height: 6000 })?.code).toBe('PRINT-30X45-GLOSSY')
  expect(findLargestSharpSize({ width: 200, height: 100 })).toBeUndefined()
})

test('a photo of unknown size is not too small', () => {
  expect(isTooSmall({ width: 0, height: 0 }, large!)).toBe(false)
})
