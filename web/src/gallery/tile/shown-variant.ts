import type { Image } from '#contract/photos.ts'
import { findSmallVariant } from './small-variant.ts'

type Variant = Image['thumbnails'][number]

/** Finds the variant for tiles in which the small one is not sharp; undefined without one, as of panoramas. */
export function findLargerVariant(image: Image): Variant | undefined {
  const larger = image.thumbnails.find(({ id }) => id === 800)
  const small = findSmallVariant(image)
  return larger && small && getShortEdge(larger) < getShortEdge(small) ? undefined : larger
}

/** Finds the variant that a tile of this photo shows, or would show first: with such a tile the browser has it. */
export function findTileVariant(image: Image): Variant | undefined {
  return findCachedLargerVariant(image) ?? findSmallVariant(image)
}

/** Finds the larger variant, if a tile has shown it: the browser has it. */
export function findCachedLargerVariant(image: Image): Variant | undefined {
  const largerVariant = findLargerVariant(image)
  return largerVariant && decodedUrls.has(largerVariant.url) ? largerVariant : undefined
}

/** Records that a tile shows this larger variant. */
export function rememberLargerVariant(url: string): void {
  decodedUrls.add(url)
  if (decodedUrls.size > MAX_REMEMBERED) decodedUrls.delete(decodedUrls.values().next().value!)
}

const getShortEdge = ({ width, height }: Variant) => Math.min(width, height)

const MAX_REMEMBERED = 500
const decodedUrls = new Set<string>()
