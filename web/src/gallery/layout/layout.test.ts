import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeGeometry, countOverscanRows, MAX_TILES } from './geometry.ts'
import {
  computeLayout,
  countCells,
  findCellAt,
  findMonthAt,
  findRowAt,
  findRowsBetween,
  getCellCenterX,
  getMonthSpan,
  getPosition,
  getRowTop,
  getTileHeight,
  hasMore,
  locatePosition,
} from './layout.ts'

const geometry = computeGeometry(949, 1280, 860)
const counts = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 60 })
const opened = fc.func(fc.constantFrom(undefined, 48, Number.POSITIVE_INFINITY))

describe('layout of the timeline', () => {
  test('PL-033 a closed month shows 24 photos and a cell for the others; a month of 24 has no such cell', () => {
    const layout = computeLayout([23, 24, 25], () => undefined, geometry)
    expect(
      [0, 1, 2].map(month => [layout.shownCounts[month], countCells(layout, month), hasMore(layout, month)]),
    ).toEqual([
      [23, 23, false],
      [24, 24, false],
      [24, 25, true],
    ])
  })

  test('PL-033 an opened month shows as many photos as were opened, and a cell for the others', () => {
    const layout = computeLayout([100, 47, 100_000], month => [48, 48, Infinity][month], geometry)
    expect([0, 1, 2].map(month => countCells(layout, month))).toEqual([49, 47, 100_000])
    expect([0, 1, 2].map(month => hasMore(layout, month))).toEqual([true, false, false])
  })

  test('UI-6 position, place and row are inverse to each other for every photo', () => {
    fc.assert(
      fc.property(counts, opened, fc.nat(), (months, countOpen, seed) => {
        const layout = computeLayout(months, countOpen, geometry)
        const position = seed % layout.total
        const { month, index } = locatePosition(layout, position)
        expect(index).toBeGreaterThanOrEqual(0)
        expect(index).toBeLessThan(months[month]!)
        expect(getPosition(layout, month, index)).toBe(position)
        const cell = Math.min(index, layout.shownCounts[month]! - 1)
        const row = Math.floor(cell / geometry.columns)
        const y = getRowTop(layout, month, row)
        expect(findMonthAt(layout, y)).toBe(layout.lines[month])
        expect(findRowAt(layout, month, y)).toBe(row)
        const x = getCellCenterX(layout, { month, cell })
        expect(findCellAt(layout, x, y + getTileHeight(layout, month) / 2)).toEqual({ month, cell })
      }),
    )
  })

  test('UI-6 every one of 1,000,000 photos is in exactly one of the rows between its edges', () => {
    const layout = computeLayout(Array(10).fill(100_000), () => Infinity, geometry)
    expect(layout.total).toBe(1_000_000)
    for (let position = 0; position < layout.total; position += 997) {
      const { month, index } = locatePosition(layout, position)
      const row = Math.floor(index / geometry.columns)
      const top = getRowTop(layout, month, row)
      const span = findRowsBetween(layout, top, top + geometry.tile - 1)
      expect(span).toEqual({ firstMonth: month, firstRow: row, lastMonth: month, lastRow: row })
    }
  })

  test('UI-5 laying out a million photos takes a few milliseconds and no object per photo', () => {
    const months = Array(400).fill(2500)
    const layout = computeLayout(months, () => Infinity, geometry)
    expect(layout.total).toBe(1_000_000)
    expect(
      Object.values(layout).reduce(
        (sum, value) => sum + (ArrayBuffer.isView(value) ? value.byteLength : 0),
        0,
      ),
    ).toBeLessThan(20_000)
  })

  test('a library without photos has no rows', () => {
    const layout = computeLayout([], () => undefined, geometry)
    expect(findRowsBetween(layout, 0, 1000)).toBeNull()
    expect(layout.height).toBe(0)
  })
})

describe('geometry', () => {
  test('UI-4 at most 120 tiles are in the DOM for any window size', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 280, max: 8000 }),
        fc.integer({ min: 300, max: 5000 }),
        (width, viewport) => {
          const sizes = computeGeometry(width, width, viewport)
          const layout = computeLayout([1_000_000], () => Infinity, sizes)
          const margin = countOverscanRows(sizes, viewport) * (sizes.tile + sizes.gap)
          const top = 12_345
          const span = findRowsBetween(layout, top - margin, top + viewport + margin)!
          const { first, last } = getMonthSpan(layout, span, 0)
          if (sizes.columns > 1) expect((last - first + 1) * sizes.columns).toBeLessThanOrEqual(MAX_TILES)
        },
      ),
    )
  })

  test.each([
    [390, 390, 844, 3, 2],
    [768, 768, 1024, 5, 4],
    [949, 1280, 860, 5, 4],
  ])(
    'a grid of %d px in a window of %d × %d has %d columns and gaps of %d px',
    (width, window, height, columns, gap) => {
      expect(computeGeometry(width, window, height)).toMatchObject({ columns, gap })
    },
  )
})

describe('layout of an album', () => {
  test('PL-083 RV-114 in any window tiles have the size of the timeline, in sections of 24 without headers', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 280, max: 3840 }),
        fc.integer({ min: 400, max: 2200 }),
        (width, viewport) => {
          const { columns, tile, gap, ...timeline } = computeGeometry(width, width, viewport)
          const album = computeGeometry(width, width, viewport, 24)
          expect(album).toEqual({ ...timeline, columns, tile, gap, header: 0, space: 0, section: 24 })
          expect(columns * (Math.ceil(viewport / (tile + gap)) + 1)).toBeLessThanOrEqual(MAX_TILES)
        },
      ),
    )
  })
})
