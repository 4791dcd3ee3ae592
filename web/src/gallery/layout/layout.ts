import { TIMELINE_PAGE } from '#contract/photos.ts'
import type { Geometry } from './geometry.ts'

/**
 * Positions of all photos of the library without an object per photo: two prefix sums over the months. All y are px in
 * a space as tall as the whole library (`height`), which may be far taller than a browser can scroll.
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
    starts: new Float64Array(months + 1),
    height: 0,
    total: 0,
  }
  for (let month = 0; month < months; month++) {
    const count = layout.counts[month]!
    layout.shown[month] = isOpen(month) ? count : Math.min(count, TIMELINE_PAGE)
    layout.tops[month + 1] = layout.tops[month]! + monthHeight(layout, month)
    layout.starts[month + 1] = layout.starts[month]! + count
  }
  layout.height = layout.tops[months]!
  layout.total = layout.starts[months]!
  return layout
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
  return layout.tops[month]! + layout.geometry.header + row * pitch(layout)
}

/** The month whose section covers y; the first or last one outside. -1 only when there are no months. */
export function monthAt(layout: Layout, y: number): number {
  return lastAtMost(layout.tops, layout.months, y)
}

/** The month and index of a photo's position in the library. */
export function placeOf(
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
  const row = Math.floor((y - rowTop(layout, month, 0)) / pitch(layout))
  return Math.max(0, Math.min(rowsOf(layout, month) - 1, row))
}

/** The cell nearest to a point; x is px from the grid's left edge, `width` the grid's. */
export function cellAt(layout: Layout, x: number, y: number, width: number): Cell {
  const month = monthAt(layout, y)
  const { columns, gap } = layout.geometry
  const column = Math.max(0, Math.min(columns - 1, Math.floor((x / (width + gap)) * columns)))
  const cell = rowAt(layout, month, y) * columns + column
  return { month, cell: Math.min(cell, cellsOf(layout, month) - 1) }
}

/** The rows that intersect the span from `top` to `bottom`; null when there are no months. */
export function rowsBetween(layout: Layout, top: number, bottom: number): RowSpan | null {
  if (layout.months === 0) return null
  const first = monthAt(layout, top)
  const last = monthAt(layout, bottom)
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

function pitch(layout: Layout) {
  return layout.geometry.tile + layout.geometry.gap
}

function monthHeight(layout: Layout, month: number) {
  const { header, gap, space } = layout.geometry
  return header + rowsOf(layout, month) * pitch(layout) - gap + space
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
