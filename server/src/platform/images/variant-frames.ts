/**
 * What a variant shows of a picture: scaled so that its longer edge is `box`, then cut in the middle of that edge to
 * `cut` pixels where given.
 */
export type Frame = { box: number; cut?: { width: number; height: number } }

/** The bounding boxes of the variants, largest first: each is scaled from the previous one where that suffices. */
export const variantSizes = [1300, 800, 300] as const
export type VariantSize = (typeof variantSizes)[number]

type Size = { width: number; height: number }

/**
 * Returns the frame of a variant of an upright picture, never enlarged. 300: from a ratio of 2:1 twice the box, from
 * 3:1 the middle 3:1 with a short edge of 300. 800 and 1300: a short edge of at least 200, a long edge of at most four boxes.
 */
export const frameVariant = (full: Size, size: VariantSize): Frame => {
  const long = Math.max(full.width, full.height)
  const short = Math.min(full.width, full.height)
  const ratio = long / short
  if (size === 300) {
    if (ratio < SMALL_CUT_RATIO) return { box: Math.min(long, ratio < 2 ? size : 2 * size) }
    const shortEdge = Math.min(short, size)
    return cutMiddle(full, Math.round(shortEdge * ratio), shortEdge * SMALL_CUT_RATIO)
  }
  const box = Math.min(long, Math.max(size, Math.round(MIN_SHORT_EDGE * ratio)))
  return cutMiddle(full, box, MAX_BOXES * size)
}

/** Returns the frame to decode once, from which all these variants can be made. */
export const frameVariants = (full: Size, sizes: readonly VariantSize[]): Frame => {
  const frames = sizes.map(size => frameVariant(full, size))
  const box = Math.max(...frames.map(frame => frame.box))
  const shares = frames.map(frame => (frame.cut ? getLongEdge(frame.cut) / frame.box : 1))
  return cutMiddle(full, box, Math.ceil(box * Math.max(...shares)))
}

const SMALL_CUT_RATIO = 3
const MIN_SHORT_EDGE = 200
const MAX_BOXES = 4

const getLongEdge = ({ width, height }: Size) => Math.max(width, height)

const cutMiddle = ({ width, height }: Size, box: number, long: number): Frame => {
  if (box <= long) return { box }
  const short = Math.max(1, Math.round((Math.min(width, height) * box) / Math.max(width, height)))
  return { box, cut: width > height ? { width: long, height: short } : { width: short, height: long } }
}
