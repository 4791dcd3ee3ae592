/** Never more tiles than this in the document, whatever the window. */
export const MAX_TILES = 120

/** Sizes the whole timeline is laid out with, in px. Tiles are square up to the rounding of `tile`. */
export interface Geometry {
  columns: number
  /** Height of a tile, a whole number so that rows begin on whole pixels. */
  tile: number
  gap: number
  /** Height of a month's header. */
  header: number
  /** Empty space below a month. */
  space: number
}

/**
 * Geometry for a grid of `width` in a window of `viewport` px height. On very large windows tiles grow, so that what is
 * visible, one row more at either end, stays within MAX_TILES.
 */
export function geometryFor(width: number, windowWidth: number, viewport: number): Geometry {
  const gap = windowWidth < 575 ? 2 : 4
  const smallest = windowWidth < 575 ? 108 : windowWidth < 1024 ? 140 : 168
  let columns = Math.max(1, Math.floor((width + gap) / (smallest + gap)))
  while (columns > 1 && columns * rowsTouching(viewport, tileFor(width, columns, gap) + gap) > MAX_TILES)
    columns--
  return { columns, tile: tileFor(width, columns, gap), gap, header: HEADER, space: SPACE }
}

/** Rows to keep ready above and below the window without leaving MAX_TILES. */
export function overscanRows(geometry: Geometry, viewport: number): number {
  const spare =
    Math.floor(MAX_TILES / geometry.columns) - rowsInWindow(viewport, geometry.tile + geometry.gap)
  return Math.max(0, Math.min(3, Math.floor(spare / 2)))
}

const HEADER = 56
const SPACE = 12

function tileFor(width: number, columns: number, gap: number) {
  return Math.max(1, Math.round((width - gap * (columns - 1)) / columns))
}

/** Rows a window can cut at once. */
function rowsInWindow(viewport: number, pitch: number) {
  return Math.ceil(viewport / pitch) + 1
}

function rowsTouching(viewport: number, pitch: number) {
  return rowsInWindow(viewport, pitch) + 2
}
