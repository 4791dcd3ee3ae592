import type { PictureSource, RawPicture } from './picture-source.ts'
import { decodeToFit, openRaw, release, shrinkToFit } from './pixels.ts'
import { createPlaceholder } from './placeholder.ts'

/** The bounding boxes of the variants (PL-159), largest first: each is scaled from the previous one. */
export const variantSizes = [1300, 800, 300] as const
export type VariantSize = (typeof variantSizes)[number]

/** A JPEG that fits into `size`×`size`; smaller pictures keep their size. */
export type Variant = { size: VariantSize; width: number; height: number; bytes: Uint8Array }

export type Variants = {
  variants: Variant[]
  /** Upright size of the whole picture. */
  width: number
  height: number
  /** ThumbHash, base64url. */
  placeholder: string
}

/**
 * Creates all variants from one decode (PL-171): orientation applied, sRGB, alpha on white, no metadata (so no
 * position). Throws BrokenPictureError when the pixels are damaged, DecoderStoppedError when decoding takes too long.
 */
export const makeVariants = async (source: PictureSource): Promise<Variants> => {
  const variants: Variant[] = []
  const sourcePicture = 'raw' in source ? source.raw : null
  let picture: RawPicture | null = null
  for (const size of variantSizes) {
    const nextPicture: RawPicture = picture
      ? await shrinkToFit(picture, size)
      : await decodeToFit(source, size)
    const sameVariant = nextPicture === picture ? variants.at(-1) : undefined
    if (picture && !sameVariant && picture !== sourcePicture) release(picture)
    variants.push({
      size,
      width: nextPicture.width,
      height: nextPicture.height,
      bytes: sameVariant?.bytes ?? (await encode(nextPicture)),
    })
    picture = nextPicture
  }
  const { full } = picture!
  const hash = await createPlaceholder(picture!)
  if (picture !== sourcePicture) release(picture!)
  return { variants, width: full.width, height: full.height, placeholder: hash }
}

/** Creates the smallest variant only, far cheaper than all three: for long queues. Same guarantees and errors. */
export const makeSmallestVariant = async (source: PictureSource): Promise<Variants> => {
  const picture = await decodeToFit(source, 300)
  const variant: Variant = {
    size: 300,
    width: picture.width,
    height: picture.height,
    bytes: await encode(picture),
  }
  return { variants: [variant], ...picture.full, placeholder: await createPlaceholder(picture) }
}

/** A JPEG without metadata and its size in pixels. */
export interface FittedPicture {
  bytes: Uint8Array
  width: number
  height: number
}

/** Encodes a picture that fits into `box`×`box`, in a quality for looking at details. Same guarantees and errors. */
export const encodeFitted = async (source: PictureSource, box: number): Promise<FittedPicture> => {
  const picture = await decodeToFit(source, box)
  const { width, height } = picture
  const bytes = await openRaw(picture).jpeg({ quality: 85 }).toBuffer()
  if (!('raw' in source)) release(picture)
  return { bytes, width, height }
}

// Optimised Huffman tables need a second pass and save only a few percent.
const encode = (picture: RawPicture) =>
  openRaw(picture).jpeg({ quality: 80, optimiseCoding: false }).toBuffer()
