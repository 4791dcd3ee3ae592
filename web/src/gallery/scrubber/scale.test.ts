import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeLayout } from '../layout/layout.ts'
import { createMarks, findMonthAtFraction, findYearStart, toFraction, toLayoutY } from './scale.ts'

const geometry = { width: 516, columns: 5, tile: 100, gap: 4, monthGap: 20, header: 56, space: 12 }
const months = [
  { key: '2024/7', year: 2024, month: 7, count: 50 },
  { key: '2024/6', year: 2024, month: 6, count: 50 },
  { key: '2023/1', year: 2023, month: 1, count: 100 },
  { key: '1970/1', year: 1970, month: 1, count: 200 },
]
const layout = computeLayout(
  months.map(({ count }) => count),
  () => undefined,
  geometry,
)

describe('date scrubber', () => {
  test('months are proportional to their counts', () => {
    expect(toFraction(layout, layout.tops[1]!)).toBeCloseTo(0.125)
    expect(toFraction(layout, layout.tops[2]!)).toBeCloseTo(0.25)
    expect(toFraction(layout, layout.height)).toBe(1)
  })

  test('UI-6 a fraction maps to its y', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fraction => {
        expect(toFraction(layout, toLayoutY(layout, fraction))).toBeCloseTo(fraction, 6)
      }),
    )
  })

  const labelsOf = (gap: number) =>
    createMarks(layout, months, gap, 0.02).filter(mark => mark.year ?? mark.unknown)

  test('RV-115 years and photos without a date have labels where they begin, close ones are left out', () => {
    expect(labelsOf(0.1)).toEqual([
      { fraction: 0, year: 2024 },
      { fraction: 0.25, year: 2023 },
      { fraction: 0.5, unknown: true },
    ])
    // The photos without a date are half of the library: their label replaces that of the year before them.
    expect(labelsOf(0.3)).toEqual([
      { fraction: 0, year: 2024 },
      { fraction: 0.5, unknown: true },
    ])
  })

  test('RV-103 months that share a line are told apart by the pointer', () => {
    const small = [
      { key: '2024/7', year: 2024, month: 7, count: 1 },
      { key: '2024/6', year: 2024, month: 6, count: 3 },
      { key: '2024/5', year: 2024, month: 5, count: 16 },
    ]
    const shared = computeLayout([1, 3, 16], () => undefined, geometry)
    expect(shared.lines[1]).toBe(0)
    expect(
      [0.02, 0.1, 0.19, 0.21].map(fraction => small[findMonthAtFraction(shared, fraction)]!.month),
    ).toEqual([7, 6, 6, 5])
    expect([0, 0.1, 0.19].map(fraction => toLayoutY(shared, fraction))).toEqual([0, 0, 0])
    expect(toLayoutY(shared, 0.6)).toBeCloseTo((shared.tops[2]! + shared.height) / 2)
  })

  test('PageUp and PageDown move by years', () => {
    expect(findYearStart(months, 1, 1)).toBe(2)
    expect(findYearStart(months, 2, -1)).toBe(0)
  })
})
