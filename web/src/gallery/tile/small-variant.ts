import type { Image } from '#contract/photos.ts'

type Variant = Image['thumbnails'][number]

/** Finds the variant that every tile shows first: 300, or the first available one; undefined if there are none. */
export function findSmallVariant(image: Image): Variant | undefined {
  return image.thumbnails.find(({ id }) => id === 300) ?? image.thumbnails[0]
}
