/** The paper of a print: its longer and its shorter side in millimetres. */
export interface PrintSize {
  long: number
  short: number
}

/** Best first. */
export type PrintQuality = 'excellent' | 'good' | 'fair' | 'too-small'

/** What a photo gives on a paper: dots per inch, unrounded, and their quality. */
export interface PrintRating<Size extends PrintSize = PrintSize> {
  size: Size
  dpi: number
  quality: PrintQuality
}

interface Pixels {
  width: number
  height: number
}

/**
 * Rates a photo, by its upright pixels, on a paper: from 250 dpi excellent, 180 good, 130 fair, else too small. The photo
 * covers the paper in the orientation that fits better; the overflow is cropped, so the side with fewer dots decides. Null
 * while the size of the photo is unknown.
 */
export function ratePrint<Size extends PrintSize>(
  { width, height }: Pixels,
  size: Size,
): PrintRating<Size> | null {
  if (width <= 0 || height <= 0) return null
  const dpi = Math.min(toDpi(Math.max(width, height), size.long), toDpi(Math.min(width, height), size.short))
  return { size, dpi, quality: getQuality(dpi) }
}

/** Rates a photo on each of these papers, smallest first; empty while the size of the photo is unknown. */
export function ratePrints<Size extends PrintSize>(
  photo: Pixels,
  sizes: readonly Size[],
): PrintRating<Size>[] {
  return sizes
    .map(size => ratePrint(photo, size))
    .filter(rating => rating !== null)
    .sort(({ size: a }, { size: b }) => a.long * a.short - b.long * b.short || a.long - b.long)
}

/** Finds the largest paper with at least good quality; undefined when there is none. */
export function findLargestGoodPrint<Size extends PrintSize>(
  photo: Pixels,
  sizes: readonly Size[],
): Size | undefined {
  return ratePrints(photo, sizes).findLast(({ dpi }) => dpi >= DPI_MIN.good)?.size
}

/** Whether a photo has at least good quality on this paper. */
export const isLargeEnough = (photo: Pixels, size: PrintSize): boolean =>
  (ratePrint(photo, size)?.dpi ?? 0) >= DPI_MIN.good

/** Finds the smallest of these papers that is about a full page of a photo book; undefined when all are smaller. */
export const findPagePaper = <Size extends PrintSize>(sizes: readonly Size[]): Size | undefined =>
  sizes.filter(({ long }) => long >= PAGE_LONG).toSorted((a, b) => a.long * a.short - b.long * b.short)[0]

/** Returns the fewest pixels of the longer and the shorter side with which a print is at least of this quality. */
export function getPixelsFor(
  { long, short }: PrintSize,
  quality: keyof typeof DPI_MIN,
): { long: number; short: number } {
  const dpi = DPI_MIN[quality]
  return { long: Math.ceil(toInches(long) * dpi), short: Math.ceil(toInches(short) * dpi) }
}

/** The longer side of a page, in millimetres. */
const PAGE_LONG = 280

const DPI_MIN = { excellent: 250, good: 180, fair: 130 } as const

function getQuality(dpi: number): PrintQuality {
  if (dpi >= DPI_MIN.excellent) return 'excellent'
  if (dpi >= DPI_MIN.good) return 'good'
  return dpi >= DPI_MIN.fair ? 'fair' : 'too-small'
}

const toDpi = (pixels: number, millimetres: number) => pixels / toInches(millimetres)
const toInches = (millimetres: number) => millimetres / 25.4
