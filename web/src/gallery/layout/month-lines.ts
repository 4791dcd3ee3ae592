import { computeTileWidth, type Geometry } from './geometry.ts'

/** Months beside each other: one line of headings above one row of tiles; or one month with all of its rows. */
export interface MonthLine {
  months: number
  /** Width of its tiles, px, not rounded. */
  tile: number
}

/** px that tiles become smaller at most, so that the edges of a row with several months hold. */
export const MAX_SHRINK = 8

/**
 * Computes the line that begins with a month: each following month that fits into the rest of the row joins it. A month longer
 * than one row starts and ends its own rows. `countSlots` returns the number of columns that the
 * tiles of a month need.
 */
export function computeLine(
  first: number,
  months: number,
  countSlots: (month: number) => number,
  geometry: Geometry,
): MonthLine {
  const { columns, header } = geometry
  const fullTile = computeTileWidth(geometry)
  let line: MonthLine = { months: 1, tile: fullTile }
  let slots = countSlots(first)
  // Sections without headers are not months.
  if (header === 0) return line
  for (let nextMonth = first + 1; nextMonth < months; nextMonth++) {
    slots += countSlots(nextMonth)
    const joinedMonths = nextMonth - first + 1
    const tile = Math.min(fullTile, computeSharedTile(geometry, joinedMonths, slots))
    if (slots > columns || fullTile - tile > MAX_SHRINK) break
    line = { months: joinedMonths, tile }
  }
  return line
}

/** Computes the width with which the tiles of several months fill a row from edge to edge. */
function computeSharedTile({ width, gap, monthGap }: Geometry, months: number, slots: number) {
  return (width - (months - 1) * monthGap - (slots - months) * gap) / slots
}
