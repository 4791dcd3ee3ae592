/** Maximum number of tiles in the DOM for any window size. */
export const MAX_TILES = 120

/** Dimensions of the timeline's layout, px. Tiles are square up to the rounding of `tile`. */
export interface Geometry {
  /** Width of the grid. */
  width: number
  columns: number
  /** Height of a tile, an integer so that rows start on whole pixels. */
  tile: number
  gap: number
  /** Space between two months that stand side by side. */
  monthGap: number
  /** Height of a month's header. */
  header: number
  /** Empty space below a month. */
  space: number
  /** Photos of a section; undefined where months are not divided. */
  section?: number
}

/**
 * Computes the geometry of a grid of `width` in a window of `viewport` px height. On very large windows tiles grow, so that the
 * visible tiles and one more row at either end stay within MAX_TILES. `section` is the number of photos of a section:
 * with sections there are no headers, and they follow each other without a gap. Tiles have the same size with and
 * without.
 */
export function computeGeometry(
  width: number,
  windowWidth: number,
  viewport: number,
  section?: number,
): Geometry {
  const gap = windowWidth < 575 ? 2 : 4
  const minTileWidth = windowWidth < 575 ? 108 : windowWidth < 1024 ? 140 : 168
  let columns = Math.max(1, Math.floor((width + gap) / (minTileWidth + gap)))
  const fitsInDom = () =>
    columns * countRowsWithOverscan(viewport, computeTileSize(width, columns, gap) + gap) <= MAX_TILES
  while (columns > 1 && !fitsInDom()) columns--
  const tile = computeTileSize(width, columns, gap)
  const monthGap = windowWidth < 1024 ? MONTH_GAP_MOBILE : MONTH_GAP
  const sizes = { width, columns, tile, gap, monthGap }
  return section
    ? { ...sizes, header: 0, space: 0, section }
    : { ...sizes, header: windowWidth < 1024 ? HEADER_MOBILE : HEADER, space: SPACE }
}

/** Computes the width of a tile in a row with all columns, not rounded. */
export function computeTileWidth({ width, columns, gap }: Geometry): number {
  return (width - gap * (columns - 1)) / columns
}

/** Counts the overscan: rows rendered above and below the window without exceeding MAX_TILES. */
export function countOverscanRows(geometry: Geometry, viewport: number): number {
  const spareRows =
    Math.floor(MAX_TILES / geometry.columns) - countRowsInWindow(viewport, geometry.tile + geometry.gap)
  return Math.max(0, Math.min(3, Math.floor(spareRows / 2)))
}

const HEADER = 56
const HEADER_MOBILE = 44
const SPACE = 12
const MONTH_GAP = 20
const MONTH_GAP_MOBILE = 10

function computeTileSize(width: number, columns: number, gap: number) {
  return Math.max(1, Math.round((width - gap * (columns - 1)) / columns))
}

/** Counts the rows that intersect a window at most. */
function countRowsInWindow(viewport: number, pitch: number) {
  return Math.ceil(viewport / pitch) + 1
}

function countRowsWithOverscan(viewport: number, pitch: number) {
  return countRowsInWindow(viewport, pitch) + 2
}
