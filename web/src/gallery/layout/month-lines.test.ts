import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeGeometry, computeTileWidth, countOverscanRows, MAX_TILES } from './geometry.ts'
import { findCellForKey } from './keyboard.ts'
import {
  type Cell,
  computeLayout,
  countCells,
  findCellAt,
  findLineEnd,
  findMonthAt,
  findRowsBetween,
  getCellCenterX,
  getLineBottom,
  getMonthSpan,
  getPosition,
  getRowTop,
  getTileHeight,
  type Layout,
  sharesLine,
} from './layout.ts'
import { MAX_SHRINK } from './month-lines.ts'

/** Widths of windows, from small phones to large screens, and the width of the grid in each. */
const windows = fc
  .tuple(fc.integer({ min: 320, max: 3840 }), fc.integer({ min: 400, max: 2200 }))
  .map(([width, height]) => ({
    ...computeGeometry(width >= 1280 ? width - 316 : width >= 1024 ? width - 148 : width, width, height),
    windowWidth: width,
    windowHeight: height,
  }))
/** Most months are small. */
const counts = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) },
    { weight: 1, arbitrary: fc.integer({ min: 5, max: 400 }) },
  ),
  { minLength: 1, maxLength: 60 },
)
const layouts = fc
  .record({
    geometry: windows,
    counts,
    countOpen: fc.func(fc.constantFrom(undefined, 48, Number.POSITIVE_INFINITY)),
  })
  .map(({ geometry, counts, countOpen }) => ({
    geometry,
    layout: computeLayout(counts, countOpen, geometry),
  }))

const gridAt = (width: number, window: number) => computeGeometry(width, window, 900)
/** The months of each line, as counts. */
function linesOf(layout: Layout): number[][] {
  const lines: number[][] = []
  for (let month = 0; month < layout.months; month++) {
    if (layout.lines[month] === month) lines.push([])
    lines.at(-1)!.push(layout.counts[month]!)
  }
  return lines
}
const rightOf = (layout: Layout, month: number) =>
  layout.lefts[month]! +
  countCells(layout, month) * (layout.tiles[month]! + layout.geometry.gap) -
  layout.geometry.gap

describe('RV-103 months beside each other', () => {
  test.each([
    // As drawn: 5 columns, then 3 on a phone.
    [gridAt(964, 1280), [8, 2, 1, 2, 1, 1, 3, 20], [[8], [2, 1, 2], [1, 1, 3], [20]]],
    [gridAt(390, 390), [5, 2, 1, 1, 1, 1, 4], [[5], [2, 1], [1, 1, 1], [4]]],
    // Five months in five columns would shrink the tiles by 12.8 px.
    [gridAt(964, 1280), [1, 1, 1, 1, 1, 5, 6], [[1, 1, 1, 1], [1], [5], [6]]],
  ])(
    'a small month joins the rest of a row, one longer than a row has its own rows',
    (geometry, months, lines) => {
      expect(linesOf(computeLayout(months, () => undefined, geometry))).toEqual(lines)
    },
  )

  test('a line has its order, does not overlap, and ends at both edges of the grid or before the right one', () => {
    fc.assert(
      fc.property(layouts, ({ layout, geometry }) => {
        const full = computeTileWidth(geometry)
        for (let month = 0; month < layout.months; month++) {
          const begins = layout.lines[month] === month
          if (begins) expect(layout.lefts[month]).toBe(0)
          else {
            expect(layout.lines[month]).toBe(layout.lines[month - 1])
            expect(layout.tops[month]).toBe(layout.tops[month - 1])
            expect(layout.lefts[month]).toBeCloseTo(rightOf(layout, month - 1) + geometry.monthGap, 6)
          }
          expect(full - layout.tiles[month]!).toBeLessThanOrEqual(MAX_SHRINK)
          expect(layout.tiles[month]!).toBeLessThanOrEqual(full)
          if (!sharesLine(layout, month)) continue
          expect(rightOf(layout, month)).toBeLessThanOrEqual(geometry.width + 1e-6)
          const end = findLineEnd(layout, month)
          if (layout.tiles[month]! < full) expect(rightOf(layout, end)).toBeCloseTo(geometry.width, 6)
          expect(Math.abs(getTileHeight(layout, month) - layout.tiles[month]!)).toBeLessThanOrEqual(0.5)
        }
        expect(layout.height).toBe(getLineBottom(layout, layout.months - 1))
      }),
    )
  })

  test('no line could take the next month, and none is taller than its months on their own', () => {
    fc.assert(
      fc.property(layouts, ({ layout, geometry }) => {
        for (const months of linesOf(layout))
          if (months.length > 1) expect(months.length).toBeLessThanOrEqual(geometry.columns)
        const alone = computeLayout(layout.counts, month => layout.shownCounts[month], {
          ...geometry,
          monthGap: geometry.width,
        })
        expect(linesOf(alone).every(months => months.length === 1)).toBe(true)
        expect(layout.height).toBeLessThanOrEqual(alone.height)
      }),
    )
  })

  test('every cell is found at its middle, at its y and from its position', () => {
    fc.assert(
      fc.property(layouts, fc.nat(), ({ layout, geometry }, seed) => {
        const month = seed % layout.months
        const cell = seed % countCells(layout, month)
        const y = getRowTop(layout, month, Math.floor(cell / geometry.columns)) + 1
        expect(findCellAt(layout, getCellCenterX(layout, { month, cell }), y)).toEqual({ month, cell })
        expect(findMonthAt(layout, y)).toBe(layout.lines[month])
        const span = findRowsBetween(layout, y, y)!
        expect([span.firstMonth, span.lastMonth]).toEqual([layout.lines[month], findLineEnd(layout, month)])
      }),
    )
  })

  test('at most 120 tiles are in the DOM in any window', () => {
    fc.assert(
      fc.property(layouts, fc.nat(), ({ layout, geometry }, seed) => {
        const margin = countOverscanRows(geometry, geometry.windowHeight) * (geometry.tile + geometry.gap)
        const top = seed % Math.ceil(layout.height)
        const span = findRowsBetween(layout, top - margin, top + geometry.windowHeight + margin)!
        let tiles = 0
        for (let month = span.firstMonth; month <= span.lastMonth; month++) {
          const { first, last } = getMonthSpan(layout, span, month)
          tiles +=
            Math.min(countCells(layout, month), (last + 1) * geometry.columns) - first * geometry.columns
        }
        if (geometry.columns > 1) expect(tiles).toBeLessThanOrEqual(MAX_TILES)
      }),
    )
  })

  test('Arrow Down and Arrow Up go to the nearest cell of the next line, left and right in the order of the photos', () => {
    fc.assert(
      fc.property(layouts, fc.nat(), ({ layout }, seed) => {
        const month = seed % layout.months
        const from: Cell = { month, cell: seed % countCells(layout, month) }
        const positions = (key: string) => {
          const to = findCellForKey(layout, from, key, 1)!
          return getPosition(layout, to.month, to.cell) - getPosition(layout, from.month, from.cell)
        }
        expect(positions('ArrowRight')).toBeGreaterThanOrEqual(0)
        expect(positions('ArrowLeft')).toBeLessThanOrEqual(0)
        const down = findCellForKey(layout, from, 'ArrowDown', 1)!
        if (layout.lines[down.month] === layout.lines[month]) return
        const distance = (cell: Cell) => Math.abs(getCellCenterX(layout, cell) - getCellCenterX(layout, from))
        const line = layout.lines[down.month]!
        const { columns } = layout.geometry
        for (let other = line; other <= findLineEnd(layout, line); other++)
          for (let cell = 0; cell < Math.min(columns, countCells(layout, other)); cell++)
            expect(distance(down)).toBeLessThanOrEqual(
              distance({ month: other, cell }) + layout.geometry.monthGap,
            )
      }),
    )
  })

  test('up and down keep to the column across lines of several months', () => {
    const layout = computeLayout([8, 2, 1, 2, 20], () => undefined, gridAt(964, 1280))
    const go = (key: string, month: number, cell: number) => findCellForKey(layout, { month, cell }, key, 1)
    expect(go('ArrowDown', 0, 7)).toEqual({ month: 2, cell: 0 })
    expect(go('ArrowDown', 1, 1)).toEqual({ month: 4, cell: 1 })
    expect(go('ArrowUp', 4, 4)).toEqual({ month: 3, cell: 1 })
    expect(go('ArrowUp', 4, 2)).toEqual({ month: 2, cell: 0 })
    expect(go('ArrowUp', 3, 1)).toEqual({ month: 0, cell: 7 })
    expect(go('ArrowRight', 1, 1)).toEqual({ month: 2, cell: 0 })
    expect(go('ArrowLeft', 3, 0)).toEqual({ month: 2, cell: 0 })
  })

  test('100,000 photos in 600 months are laid out in less than 5 ms', () => {
    const months = Array.from({ length: 600 }, (_, month) => (month % 3 === 0 ? 496 : 2))
    const geometry = gridAt(964, 1280)
    computeLayout(months, () => Infinity, geometry)
    const times = Array.from({ length: 20 }, () => {
      const before = performance.now()
      computeLayout(months, () => Infinity, geometry)
      return performance.now() - before
    })
    expect(Math.min(...times)).toBeLessThan(5)
  })
})
