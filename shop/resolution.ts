import { PRINT_SIZES, type PrintSize } from './catalog.ts'

/** Below this many dots per inch a print looks blurred at arm's length. */
export const DPI_NEEDED = 150

interface Pixels {
  width: number
  height: number
}

/**
 * Dots per inch of a photo that fills the paper, turned as it fits better; what does not fit is cut off, so the side
 * with fewer dots decides. Null while the size of the picture is not known.
 */
export function dpiOf({ width, height }: Pixels, { long, short }: PrintSize): number | null {
  if (width <= 0 || height <= 0) return null
  const [longSide, shortSide] = [Math.max(width, height), Math.min(width, height)]
  return Math.min(longSide / inches(long), shortSide / inches(short))
}

/** Whether the picture is too small for the print. */
export function isTooSmall(photo: Pixels, size: PrintSize): boolean {
  const dpi = dpiOf(photo, size)
  return dpi !== null && dpi < DPI_NEEDED
}

/** The largest print the picture is good for; undefined when it is too small for all. */
export function largestGood(photo: Pixels): PrintSize | undefined {
  return PRINT_SIZES.findLast(size => !isTooSmall(photo, size))
}

const inches = (millimetres: number) => millimetres / 25.4
