import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { layOut } from '../layout/layout.ts'
import { fractionAt, marksOf, yAt, yearStep } from './scale.ts'

const geometry = { columns: 5, tile: 100, gap: 4, header: 56, space: 12 }
const months = [
  { key: '2024/7', year: 2024, month: 7, count: 50 },
  { key: '2024/6', year: 2024, month: 6, count: 50 },
  { key: '2023/1', year: 2023, month: 1, count: 100 },
  { key: '1970/1', year: 1970, month: 1, count: 200 },
]
const layout = layOut(
  months.map(({ count }) => count),
  () => false,
  geometry,
)

describe('date scrubber', () => {
  test('months are proportional to their counts', () => {
    expect(fractionAt(layout, layout.tops[1]!)).toBeCloseTo(0.125)
    expect(fractionAt(layout, layout.tops[2]!)).toBeCloseTo(0.25)
    expect(fractionAt(layout, layout.height)).toBe(1)
  })

  test('UI-6 a fraction maps to its y', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fraction => {
        expect(fractionAt(layout, yAt(layout, fraction))).toBeCloseTo(fraction, 6)
      }),
    )
  })

  test('years are labels where they begin, close months are left out, unknown dates have no year', () => {
    const marks = marksOf(layout, months, 0.1, 0.02)
    expect(marks.filter(({ year }) => year !== undefined)).toEqual([
      { fraction: 0, year: 2024 },
      { fraction: 0.25, year: 2023 },
    ])
    expect(marksOf(layout, months, 0.4, 0.02).filter(({ year }) => year !== undefined)).toHaveLength(1)
  })

  test('PageUp and PageDown move by years', () => {
    expect(yearStep(months, 1, 1)).toBe(2)
    expect(yearStep(months, 2, -1)).toBe(0)
  })
})
