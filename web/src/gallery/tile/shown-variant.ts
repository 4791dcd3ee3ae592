import type { Image } from '#contract/photos.ts'
import { smallVariant } from './small-variant.ts'

type Variant = Image['thumbnails'][number]

/** The variant for tiles in which the small one is not sharp; undefined if there is none. */
export function largerVariant(image: Image): Variant | undefined {
  return image.thumbnails.find(({ id }) => id === 800)
}

/** The variant that a tile of this photo shows, or would show first: the browser has it if there is such a tile. */
export function shownInTile(image: Image): Variant | undefined {
  return cachedLargerVariant(image) ?? smallVariant(image)
}

/** The larger variant, if a tile has shown it: the browser has it. */
export function cachedLargerVariant(image: Image): Variant | undefined {
  const larger = largerVariant(image)
  return larger && decoded.has(larger.url) ? larger : undefined
}

/** A tile shows this larger variant. */
export function rememberLargerVariant(url: string): void {
  decoded.add(url)
  if (decoded.size > MAX_REMEMBERED) decoded.delete(decoded.values().next().value!)
}

const MAX_REMEMBERED = 500
const decoded = new Set<string>()
