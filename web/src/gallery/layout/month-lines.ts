import { type Geometry, tileWidth } from './geometry.ts'

/** Months beside each other: one line of headings above one row of tiles; or one month with all of its rows. */
export interface MonthLine {
  months: number
  /** Width of its tiles, px, not rounded. */
  tile: number
}

/** px that tiles become smaller at most, so that the edges of a row with several months hold. */
export const MAX_SHRINK = 8

/**
 * The line that begins with a month: each following month that fits into the rest of the row joins it. A month longer
 * than one row starts and ends its own rows. `cellsOf` is the number of cells of a month.
 */
export function layOutLine(
  first: number,
  months: number,
  cellsOf: (month: number) => number,
  geometry: Geometry,
): MonthLine {
  const { columns, header } = geometry
  const full = tileWidth(geometry)
  let line: MonthLine = { months: 1, tile: full }
  let cells = cellsOf(first)
  // Sections without headers are not months.
  if (header === 0) return line
  for (let next = first + 1; next < months; next++) {
    cells += cellsOf(next)
    const joined = next - first + 1
    const tile = Math.min(full, sharedTile(geometry, joined, cells))
    if (cells > columns || full - tile > MAX_SHRINK) break
    line = { months: joined, tile }
  }
  return line
}

/** Width with which the tiles of several months fill a row from edge to edge. */
function sharedTile({ width, gap, monthGap }: Geometry, months: number, cells: number) {
  return (width - (months - 1) * monthGap - (cells - months) * gap) / cells
}
