import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Geometry } from './geometry.ts'
import { findCellForKey } from './keyboard.ts'
import {
  type Cell,
  computeLayout,
  countCells,
  countColumns,
  countColumnsBefore,
  countRows,
  countSlots,
  findCellAt,
  findRowStart,
  getCellCenterX,
  getRow,
  getRowTop,
  getSlot,
  type Layout,
} from './layout.ts'
import { selectSpanningCells, toCell, toSlot } from './wide-tiles.ts'

const toGeometry = (columns: number): Geometry => ({
  width: columns * 104 - 4,
  columns,
  tile: 100,
  gap: 4,
  monthGap: 20,
  header: 56,
  space: 12,
})

const month = fc.record({
  count: fc.integer({ min: 1, max: 70 }),
  wide: fc
    .uniqueArray(fc.nat({ max: 69 }), { maxLength: 70 })
    .map(positions => positions.sort((a, b) => a - b)),
  open: fc.constantFrom(undefined, 48, Number.POSITIVE_INFINITY),
})
const library = fc.record({
  columns: fc.integer({ min: 1, max: 12 }),
  months: fc.array(month, { minLength: 1, maxLength: 6 }),
})
type Library = typeof library extends fc.Arbitrary<infer Value> ? Value : never

const layOut = ({ columns, months }: Library) =>
  computeLayout(
    months.map(({ count }) => count),
    index => months[index]!.open,
    toGeometry(columns),
    index => months[index]!.wide.filter(position => position < months[index]!.count),
  )

const listCells = (layout: Layout): Cell[] =>
  Array.from({ length: layout.months }, (_, month) =>
    Array.from({ length: countCells(layout, month) }, (_, cell) => ({ month, cell })),
  ).flat()

const isSame = (a: Cell | null, b: Cell) => a?.month === b.month && a.cell === b.cell

const getSpan = (layout: Layout, cell: Cell) =>
  getSlot(layout, { ...cell, cell: cell.cell + 1 }) - getSlot(layout, cell)

describe('NX-254 wide tiles', () => {
  test('a wide photo spans two columns, in the last column one', () => {
    expect(selectSpanningCells([0, 3, 4], 9, 4)).toEqual([0, 3, 4])
    expect(selectSpanningCells([0, 2, 3], 9, 4)).toEqual([0, 3])
    expect(selectSpanningCells([3, 4], 9, 4)).toEqual([4])
    expect(selectSpanningCells([2], 9, 3)).toEqual([])
    expect(selectSpanningCells([0, 1], 9, 1)).toEqual([])
    expect(selectSpanningCells([0, 1, 2], 9, 2)).toEqual([0, 1, 2])
    expect(selectSpanningCells([0, 24], 24, 4)).toEqual([0])
  })

  test('each slot belongs to one cell, and each cell to one or two slots', () => {
    fc.assert(
      fc.property(month, fc.integer({ min: 1, max: 12 }), ({ count, wide }, columns) => {
        const spanning = selectSpanningCells(wide, count, columns)
        const cells = Array.from({ length: count }, (_, cell) => cell)
        const covered = cells.flatMap(cell => {
          const slot = toSlot(spanning, cell)
          return spanning.includes(cell) ? [slot, slot + 1] : [slot]
        })
        expect(covered).toEqual(covered.map((_, slot) => slot))
        expect(covered.map(slot => toCell(spanning, slot))).toEqual(
          cells.flatMap(cell => (spanning.includes(cell) ? [cell, cell] : [cell])),
        )
      }),
    )
  })

  test('rows are full without overlaps, and every place in them leads back to its photo', () => {
    fc.assert(
      fc.property(library, value => {
        const layout = layOut(value)
        const taken = new Set<string>()
        for (const cell of listCells(layout)) {
          const row = getRow(layout, cell)
          const column = getSlot(layout, cell) % value.columns
          const span = getSpan(layout, cell)
          expect(column + span).toBeLessThanOrEqual(countColumns(layout, cell.month))
          const top = getRowTop(layout, cell.month, row)
          const x = getCellCenterX(layout, cell)
          const pitch = layout.tiles[cell.month]! + layout.geometry.gap
          for (let step = 0; step < span; step++) {
            const place = `${layout.lines[cell.month]} ${row} ${countColumnsBefore(layout, cell.month) + column + step}`
            expect(taken.has(place)).toBe(false)
            taken.add(place)
            expect(isSame(findCellAt(layout, x + step * pitch, top + 50), cell)).toBe(true)
          }
        }
        for (let month = 0; month < layout.months; month++) {
          const rows = countRows(layout, month)
          const columns = countColumns(layout, month)
          expect(countSlots(layout, month)).toBeGreaterThan((rows - 1) * columns)
          for (let row = 0; row < rows; row++) {
            const start = { month, cell: findRowStart(layout, month, row) }
            expect([getRow(layout, start), getSlot(layout, start) % value.columns]).toEqual([row, 0])
          }
        }
        expect(taken.size).toBe(value.months.reduce((sum, _, month) => sum + countSlots(layout, month), 0))
      }),
    )
  })

  test('a photo spans two columns exactly if it is wide and does not start in the last column', () => {
    fc.assert(
      fc.property(library, value => {
        const layout = layOut(value)
        for (const cell of listCells(layout)) {
          const isPhoto = cell.cell < layout.shownCounts[cell.month]!
          const isWide = isPhoto && value.months[cell.month]!.wide.includes(cell.cell)
          const isInLastColumn = getSlot(layout, cell) % value.columns === value.columns - 1
          expect(getSpan(layout, cell)).toBe(isWide && !isInLastColumn ? 2 : 1)
        }
      }),
    )
  })

  test('arrows to the right and left visit every photo, in order; up and down change the row by one', () => {
    fc.assert(
      fc.property(library, value => {
        const layout = layOut(value)
        const cells = listCells(layout)
        const getColumn = (cell: Cell) => getSlot(layout, cell) % value.columns
        const isNextRow = (cell: Cell, key: string, step: number) => {
          const to = findCellForKey(layout, cell, key, 1)!
          const row = getRow(layout, cell) + step
          if (row < 0 || row >= countRows(layout, cell.month)) return true
          const shift = getColumn(cell) - getColumn(to)
          // The last row may end before the column.
          const isLast = to.cell === countCells(layout, to.month) - 1
          const isBelow = shift === 0 || (shift === 1 && getSpan(layout, to) === 2) || (isLast && shift > 0)
          return to.month === cell.month && getRow(layout, to) === row && isBelow
        }
        const isInOrder = (cell: Cell, index: number) =>
          isSame(findCellForKey(layout, cell, 'ArrowRight', 1), cells[index + 1] ?? cell) &&
          isSame(findCellForKey(layout, cell, 'ArrowLeft', 1), cells[index - 1] ?? cell)
        const wrong = cells.filter(
          (cell, index) =>
            !isInOrder(cell, index) || !isNextRow(cell, 'ArrowDown', 1) || !isNextRow(cell, 'ArrowUp', -1),
        )
        expect(wrong).toEqual([])
      }),
    )
  })
})
