import { TIMELINE_PAGE } from '#contract/photos.ts'
import type { Geometry } from './geometry.ts'
import { layOutLine } from './month-lines.ts'

/**
 * Positions of all photos of the library without an object per photo: arrays over the months. All y are px in a space as
 * tall as the whole library (`height`), which may be far taller than a browser can scroll.
 *
 * Months that are shorter than a row share a line with their neighbours: they have the same y.
 *
 * A closed month shows its first 24 photos and, if it has more, one further cell for '+N'; an opened one shows all.
 */
export interface Layout {
  geometry: Geometry
  months: number
  counts: Uint32Array
  /** Photos shown per month. */
  shown: Uint32Array
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
  /** From 0; the index `shown[month]` is the '+N' cell of a closed month. */
  cell: number
}

/** Lays out months of the given counts; `isOpen(index)` is true for months that show all their photos. */
export function layOut(
  counts: ArrayLike<number>,
  isOpen: (month: number) => boolean,
  geometry: Geometry,
): Layout {
  const months = counts.length
  const layout: Layout = {
    geometry,
    months,
    counts: Uint32Array.from(counts),
    shown: new Uint32Array(months),
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
    layout.shown[month] = isOpen(month) ? count : Math.min(count, TIMELINE_PAGE)
    layout.starts[month + 1] = layout.starts[month]! + count
  }
  for (let month = 0; month < months; ) month = placeLine(layout, month)
  layout.height = layout.tops[months]!
  layout.total = layout.starts[months]!
  return layout
}

/** Sets the places of the months of the line that begins with a month; returns the first month of the next line. */
function placeLine(layout: Layout, first: number): number {
  const { geometry } = layout
  const line = layOutLine(first, layout.months, month => cellsOf(layout, month), geometry)
  const next = first + line.months
  let left = 0
  for (let month = first; month < next; month++) {
    layout.lines[month] = first
    layout.lefts[month] = left
    layout.tiles[month] = line.tile
    left += cellsOf(layout, month) * (line.tile + geometry.gap) - geometry.gap + geometry.monthGap
  }
  const bottom = layout.tops[first]! + monthHeight(layout, first)
  layout.tops.fill(layout.tops[first]!, first, next)
  layout.tops[next] = bottom
  return next
}

/** The last month of a month's line. */
export function lineEnd({ lines, months }: Layout, month: number): number {
  let end = month
  while (end + 1 < months && lines[end + 1] === lines[month]) end++
  return end
}

/** Whether a month stands beside another one. */
export function sharesLine(layout: Layout, month: number): boolean {
  return layout.lines[month] !== month || lineEnd(layout, month) !== month
}

/** y of the end of a month's line, its space included. */
export function bottomOf(layout: Layout, month: number): number {
  return layout.tops[lineEnd(layout, month) + 1]!
}

/** Number of columns of a month: its cells where it stands beside another one, else those of the grid. */
export function columnsOf(layout: Layout, month: number): number {
  return sharesLine(layout, month) ? cellsOf(layout, month) : layout.geometry.columns
}

/** Number of cells before a month in its line. */
export function columnsBefore(layout: Layout, month: number): number {
  let columns = 0
  for (let other = layout.lines[month]!; other < month; other++) columns += cellsOf(layout, other)
  return columns
}

/** Number of cells of a month: its shown photos and its '+N'. */
export function cellsOf(layout: Layout, month: number): number {
  return layout.shown[month]! + (hasMore(layout, month) ? 1 : 0)
}

export function hasMore(layout: Layout, month: number): boolean {
  return layout.shown[month]! < layout.counts[month]!
}

export function rowsOf(layout: Layout, month: number): number {
  return Math.ceil(cellsOf(layout, month) / layout.geometry.columns)
}

/** y of the top of a month's row. */
export function rowTop(layout: Layout, month: number, row: number): number {
  return layout.tops[month]! + layout.geometry.header + row * pitchOf(layout, month)
}

/** The first month of the line that covers y; of the first or last line outside. -1 only when there are no months. */
export function monthAt(layout: Layout, y: number): number {
  return layout.lines[lastAtMost(layout.tops, layout.months, y)] ?? -1
}

/** The month and index of a photo's position in the library. */
export function locatePosition(
  layout: Pick<Layout, 'starts' | 'months'>,
  position: number,
): { month: number; index: number } {
  const month = lastAtMost(layout.starts, layout.months, position)
  return { month, index: position - layout.starts[month]! }
}

/** The position in the library of a photo of a month. */
export function positionOf(layout: Layout, month: number, index: number): number {
  return layout.starts[month]! + index
}

/** The row of a month at y: 0 in its header, the last one in the space below it. */
export function rowAt(layout: Layout, month: number, y: number): number {
  const row = Math.floor((y - rowTop(layout, month, 0)) / pitchOf(layout, month))
  return Math.max(0, Math.min(rowsOf(layout, month) - 1, row))
}

/** The cell nearest to a point; x is px from the grid's left edge. */
export function cellAt(layout: Layout, x: number, y: number): Cell {
  const { gap, monthGap } = layout.geometry
  let month = monthAt(layout, y)
  const end = lineEnd(layout, month)
  while (month < end && x >= layout.lefts[month + 1]! - monthGap / 2) month++
  const columns = columnsOf(layout, month)
  // Without an error of rounding at the edge of a tile.
  const place = (x - layout.lefts[month]!) / (layout.tiles[month]! + gap) + 1e-9
  const column = Math.max(0, Math.min(columns - 1, Math.floor(place)))
  const cell = rowAt(layout, month, y) * columns + column
  return { month, cell: Math.min(cell, cellsOf(layout, month) - 1) }
}

/** x of the middle of a cell. */
export function cellCenterX(layout: Layout, { month, cell }: Cell): number {
  const tile = layout.tiles[month]!
  const column = cell % layout.geometry.columns
  return layout.lefts[month]! + column * (tile + layout.geometry.gap) + tile / 2
}

/** The rows that intersect the span from `top` to `bottom`; null when there are no months. */
export function rowsBetween(layout: Layout, top: number, bottom: number): RowSpan | null {
  if (layout.months === 0) return null
  const first = monthAt(layout, top)
  const last = lineEnd(layout, monthAt(layout, bottom))
  return {
    firstMonth: first,
    firstRow: rowAt(layout, first, top),
    lastMonth: last,
    lastRow: rowAt(layout, last, bottom),
  }
}

export interface RowSpan {
  firstMonth: number
  firstRow: number
  lastMonth: number
  lastRow: number
}

/** First and last row of one month inside a span. */
export function spanOfMonth(layout: Layout, span: RowSpan, month: number): { first: number; last: number } {
  return {
    first: month === span.firstMonth ? span.firstRow : 0,
    last: month === span.lastMonth ? span.lastRow : rowsOf(layout, month) - 1,
  }
}

/** Height of a month's tiles, an integer so that rows start on whole pixels. */
export function tileHeight(layout: Layout, month: number): number {
  return Math.max(1, Math.round(layout.tiles[month]!))
}

/** px from a row of a month to the next. */
export function pitchOf(layout: Layout, month: number): number {
  return tileHeight(layout, month) + layout.geometry.gap
}

function monthHeight(layout: Layout, month: number) {
  const { header, gap, space } = layout.geometry
  return header + rowsOf(layout, month) * pitchOf(layout, month) - gap + space
}

/** Index of the last of `length` ascending values that is at most `value`, at least 0; -1 if `length` is 0. */
function lastAtMost(values: Float64Array, length: number, value: number) {
  let low = 0
  let high = length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (values[middle]! <= value) low = middle
    else high = middle - 1
  }
  return high < 0 ? -1 : low
}
