import { TIMELINE_PAGE } from '#contract/photos.ts'
import type { Geometry } from './geometry.ts'
import { computeLine } from './month-lines.ts'
import { type SpanningCells, selectSpanningCells, toCell, toSlot } from './wide-tiles.ts'

/**
 * Positions of all photos of the library without an object per photo: arrays over the months. All y are px in a space as
 * tall as the whole library (`height`), which may be far taller than a browser can scroll.
 *
 * Months that are shorter than a row share a line with their neighbours: they have the same y.
 *
 * A month shows its first 24 photos, an opened one as many as were opened; if it has more, one further cell is '+N'.
 */
export interface Layout {
  geometry: Geometry
  months: number
  counts: Uint32Array
  /** Photos shown per month. */
  shownCounts: Uint32Array
  /** Cells of each month that span two columns. */
  spanning: SpanningCells[]
  /** y of each month's header; one entry more: the end. */
  tops: Float64Array
  /** First month of each month's line. */
  lines: Uint32Array
  /** px of each month from the grid's left edge. */
  lefts: Float64Array
  /** Width of each month's tiles, px, not rounded. */
  tiles: Float64Array
  /** Position in the library of each month's first photo; one entry more: the number of photos. */
  starts: Float64Array
  height: number
  total: number
}

export interface Cell {
  month: number
  /** From 0; the index `shownCounts[month]` is the '+N' cell. */
  cell: number
}

/**
 * Lays out months of the given counts; `countOpen(index)` is the number of photos that an opened month shows at most, `listWide(index)`
 * the positions of a month's wide photos, ascending.
 */
export function computeLayout(
  counts: ArrayLike<number>,
  countOpen: (month: number) => number | undefined,
  geometry: Geometry,
  listWide: (month: number) => readonly number[] | undefined = () => undefined,
): Layout {
  const months = counts.length
  const layout: Layout = {
    geometry,
    months,
    counts: Uint32Array.from(counts),
    shownCounts: new Uint32Array(months),
    spanning: [],
    tops: new Float64Array(months + 1),
    lines: new Uint32Array(months),
    lefts: new Float64Array(months),
    tiles: new Float64Array(months),
    starts: new Float64Array(months + 1),
    height: 0,
    total: 0,
  }
  for (let month = 0; month < months; month++) {
    const count = layout.counts[month]!
    layout.shownCounts[month] = Math.min(count, countOpen(month) ?? TIMELINE_PAGE)
    const wide = listWide(month)
    layout.spanning.push(
      wide ? selectSpanningCells(wide, layout.shownCounts[month]!, geometry.columns) : NONE,
    )
    layout.starts[month + 1] = layout.starts[month]! + count
  }
  for (let month = 0; month < months; ) month = placeLine(layout, month)
  layout.height = layout.tops[months]!
  layout.total = layout.starts[months]!
  return layout
}

const NONE: SpanningCells = []

/** Sets the places of the months of the line that begins with a month; returns the first month of the next line. */
function placeLine(layout: Layout, first: number): number {
  const { geometry } = layout
  const line = computeLine(first, layout.months, month => countSlots(layout, month), geometry)
  const next = first + line.months
  let left = 0
  for (let month = first; month < next; month++) {
    layout.lines[month] = first
    layout.lefts[month] = left
    layout.tiles[month] = line.tile
    left += countSlots(layout, month) * (line.tile + geometry.gap) - geometry.gap + geometry.monthGap
  }
  const bottom = layout.tops[first]! + getMonthHeight(layout, first)
  layout.tops.fill(layout.tops[first]!, first, next)
  layout.tops[next] = bottom
  return next
}

/** Finds the last month of a month's line. */
export function findLineEnd({ lines, months }: Layout, month: number): number {
  let end = month
  while (end + 1 < months && lines[end + 1] === lines[month]) end++
  return end
}

/** Whether a month stands beside another one. */
export function sharesLine(layout: Layout, month: number): boolean {
  return layout.lines[month] !== month || findLineEnd(layout, month) !== month
}

/** Returns the y of the end of a month's line, its space included. */
export function getLineBottom(layout: Layout, month: number): number {
  return layout.tops[findLineEnd(layout, month) + 1]!
}

/** Counts the columns of a month: its slots where it stands beside another one, else the columns of the grid. */
export function countColumns(layout: Layout, month: number): number {
  return sharesLine(layout, month) ? countSlots(layout, month) : layout.geometry.columns
}

/** Counts the columns before a month in its line. */
export function countColumnsBefore(layout: Layout, month: number): number {
  let columns = 0
  for (let other = layout.lines[month]!; other < month; other++) columns += countSlots(layout, other)
  return columns
}

/** Counts the cells of a month: its shown photos and its '+N'. */
export function countCells(layout: Layout, month: number): number {
  return layout.shownCounts[month]! + (hasMore(layout, month) ? 1 : 0)
}

/** Counts the slots of a month: its cells, those that span two columns twice. */
export function countSlots(layout: Layout, month: number): number {
  return countCells(layout, month) + layout.spanning[month]!.length
}

/** Returns the first slot of a cell, from 0 at the month's first tile. */
export function getSlot(layout: Layout, { month, cell }: Cell): number {
  return toSlot(layout.spanning[month]!, cell)
}

/** Returns the cell that covers a slot of a month, its last one behind it. */
export function findCellAtSlot(layout: Layout, month: number, slot: number): number {
  return Math.min(toCell(layout.spanning[month]!, slot), countCells(layout, month) - 1)
}

/** Returns the row of a cell in its month. */
export function getRow(layout: Layout, cell: Cell): number {
  return Math.floor(getSlot(layout, cell) / layout.geometry.columns)
}

/** Returns the first cell of a row. */
export function findRowStart(layout: Layout, month: number, row: number): number {
  return findCellAtSlot(layout, month, row * layout.geometry.columns)
}

export function hasMore(layout: Layout, month: number): boolean {
  return layout.shownCounts[month]! < layout.counts[month]!
}

export function countRows(layout: Layout, month: number): number {
  return Math.ceil(countSlots(layout, month) / layout.geometry.columns)
}

/** Returns the y of the top of a month's row. */
export function getRowTop(layout: Layout, month: number, row: number): number {
  return layout.tops[month]! + layout.geometry.header + row * getRowPitch(layout, month)
}

/** Finds the first month of the line that covers y; outside, of the first or last line. -1 only when there are no months. */
export function findMonthAt(layout: Layout, y: number): number {
  return layout.lines[findLastAtMost(layout.tops, layout.months, y)] ?? -1
}

/** Finds the month and index of a photo by its position in the library. */
export function locatePosition(
  layout: Pick<Layout, 'starts' | 'months'>,
  position: number,
): { month: number; index: number } {
  const month = findLastAtMost(layout.starts, layout.months, position)
  return { month, index: position - layout.starts[month]! }
}

/** Returns the position in the library of a photo of a month. */
export function getPosition(layout: Layout, month: number, index: number): number {
  return layout.starts[month]! + index
}

/** Finds the row of a month at y: 0 in its header, the last one in the space below it. */
export function findRowAt(layout: Layout, month: number, y: number): number {
  const row = Math.floor((y - getRowTop(layout, month, 0)) / getRowPitch(layout, month))
  return Math.max(0, Math.min(countRows(layout, month) - 1, row))
}

/** Finds the cell nearest to a point; x is px from the grid's left edge. */
export function findCellAt(layout: Layout, x: number, y: number): Cell {
  const { gap, monthGap } = layout.geometry
  let month = findMonthAt(layout, y)
  const end = findLineEnd(layout, month)
  while (month < end && x >= layout.lefts[month + 1]! - monthGap / 2) month++
  const columns = countColumns(layout, month)
  // The addend prevents a rounding error at the edge of a tile.
  const place = (x - layout.lefts[month]!) / (layout.tiles[month]! + gap) + 1e-9
  const column = Math.max(0, Math.min(columns - 1, Math.floor(place)))
  return { month, cell: findCellAtSlot(layout, month, findRowAt(layout, month, y) * columns + column) }
}

/** Returns the x of the middle of a cell's first column. */
export function getCellCenterX(layout: Layout, cell: Cell): number {
  const tile = layout.tiles[cell.month]!
  const column = getSlot(layout, cell) % layout.geometry.columns
  return layout.lefts[cell.month]! + column * (tile + layout.geometry.gap) + tile / 2
}

/** Finds the rows that intersect the span from `top` to `bottom`; null when there are no months. */
export function findRowsBetween(layout: Layout, top: number, bottom: number): RowSpan | null {
  if (layout.months === 0) return null
  const first = findMonthAt(layout, top)
  const last = findLineEnd(layout, findMonthAt(layout, bottom))
  return {
    firstMonth: first,
    firstRow: findRowAt(layout, first, top),
    lastMonth: last,
    lastRow: findRowAt(layout, last, bottom),
  }
}

export interface RowSpan {
  firstMonth: number
  firstRow: number
  lastMonth: number
  lastRow: number
}

/** Returns the first and last row of one month inside a span. */
export function getMonthSpan(layout: Layout, span: RowSpan, month: number): { first: number; last: number } {
  return {
    first: month === span.firstMonth ? span.firstRow : 0,
    last: month === span.lastMonth ? span.lastRow : countRows(layout, month) - 1,
  }
}

/** Returns the height of a month's tiles, an integer so that rows start on whole pixels. */
export function getTileHeight(layout: Layout, month: number): number {
  return Math.max(1, Math.round(layout.tiles[month]!))
}

/** Returns the px from a row of a month to the next. */
export function getRowPitch(layout: Layout, month: number): number {
  return getTileHeight(layout, month) + layout.geometry.gap
}

function getMonthHeight(layout: Layout, month: number) {
  const { header, gap, space } = layout.geometry
  return header + countRows(layout, month) * getRowPitch(layout, month) - gap + space
}

/** Finds the index of the last of `length` ascending values that is at most `value`, at least 0; -1 if `length` is 0. */
export function findLastAtMost(values: ArrayLike<number>, length: number, value: number): number {
  let low = 0
  let high = length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (values[middle]! <= value) low = middle
    else high = middle - 1
  }
  return high < 0 ? -1 : low
}
