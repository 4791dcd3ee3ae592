import { expect, test } from 'vitest'
import { PRINT_SIZES } from './catalog.ts'
import { dpiOf, isTooSmall, largestGood } from './resolution.ts'

const [small, , large] = PRINT_SIZES

test.each([
  // 10 × 15 cm at 150 dpi are 885.8 × 590.6 pixels.
  [886, 591, false],
  [885, 591, true],
  [886, 590, true],
  // A photo is turned as it fits better.
  [591, 886, false],
  // Much is cut off: the short side decides.
  [6000, 500, true],
])('%i × %i pixels on 10 × 15 cm: too small is %s', (width, height, tooSmall) => {
  expect(isTooSmall({ width, height }, small!)).toBe(tooSmall)
})

test('dots per inch follow the paper', () => {
  expect(dpiOf({ width: 1500, height: 1000 }, small!)).toBeCloseTo(254)
  expect(dpiOf({ width: 1500, height: 1000 }, large!)).toBeCloseTo(127)
})

test('the largest print a picture is good for', () => {
  expect(largestGood({ width: 1800, height: 1200 })?.code).toBe('PRINT-20X30-GLOSSY')
  expect(largestGood({ width: 8000, height: 6000 })?.code).toBe('PRINT-30X45-GLOSSY')
  expect(largestGood({ width: 200, height: 100 })).toBeUndefined()
})

test('of a picture whose size is not known nothing bad is said', () => {
  expect(isTooSmall({ width: 0, height: 0 }, large!)).toBe(false)
})
