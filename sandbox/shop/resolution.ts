import { PRINT_SIZES, type PrintSize } from './catalog.ts'

/** Below this resolution in dots per inch a print looks blurred at arm's length. */
const DPI_MIN = 150

interface Pixels {
  width: number
  height: number
}

/**
 * Computes dots per inch of a photo that covers the paper in the orientation that fits better. The overflow is cropped,
 * so the side with fewer dots decides. Null while the size of the photo is unknown.
 */
export function computeDpi({ width, height }: Pixels, { long, short }: PrintSize): number | null {
  if (width <= 0 || height <= 0) return null
  const [longSide, shortSide] = [Math.max(width, height), Math.min(width, height)]
  return Math.min(longSide / toInches(long), shortSide / toInches(short))
}

/** Whether the photo has too few pixels for the print. */
export function isTooSmall(photo: Pixels, size: PrintSize): boolean {
  const dpi = computeDpi(photo, size)
  return dpi !== null && dpi < DPI_MIN
}

/** Finds the largest print for which the photo has enough pixels; undefined when there is none. */
export function findLargestSharpSize(photo: Pixels): PrintSize | undefined {
  return PRINT_SIZES.findLast(size => !isTooSmall(photo, size))
}

const toInches = (millimetres: number) => millimetres / 25.4
