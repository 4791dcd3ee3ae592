import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findNextScale, toScale, toSliderValue } from './zoom-controls.tsx'

test('NX-255 slider and scale are inverse, from fitted to the largest', () => {
  expect([toSliderValue(1, 8), toSliderValue(8, 8), toSliderValue(0.5, 8)]).toEqual([0, 1, 0])
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 5, max: 80, noNaN: true }),
      (value, max) => {
        expect(toSliderValue(toScale(value, max), max)).toBeCloseTo(value, 9)
      },
    ),
  )
})

test('NX-255 steps in and out stop at 100 %', () => {
  expect(findNextScale(2, 4, 1)).toBe(3)
  expect(findNextScale(3, 4, 1)).toBe(4)
  expect(findNextScale(4, 4, 1)).toBe(6)
  expect(findNextScale(5, 4, -1)).toBe(4)
  expect(findNextScale(4, 4, -1)).toBeCloseTo(8 / 3)
})
