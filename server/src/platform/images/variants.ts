import { rgbaToThumbHash } from 'thumbhash'
import type { PictureSource, RawPicture } from './picture-source.ts'
import { computePixelFacts, type PixelFacts } from './pixel-facts.ts'
import { decodeToFrame, openRaw, release, shrinkToFrame } from './pixels.ts'
import { frameVariant, frameVariants, type VariantSize, variantSizes } from './variant-frames.ts'

// ThumbHash takes at most 100 px and keeps some 6×6 frequencies: more pixels take time without a visible difference.
const EDGE = 48

/** Creates a blurred preview in about 25 bytes: ThumbHash as base64url. */
const createPlaceholder = async (picture: RawPicture): Promise<string> => {
  const { data, info } = await openRaw(picture)
    .resize({ width: EDGE, height: EDGE, fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64url')
}

/**
 * A JPEG that fits into `size`×`size`; smaller pictures keep their size, and those of extreme ratios are larger and may be cut.
 */
export type Variant = { size: VariantSize; width: number; height: number; bytes: Uint8Array }

export type Variants = {
  variants: Variant[]
  /** Upright size of the whole picture. */
  width: number
  height: number
  /** ThumbHash, base64url. */
  placeholder: string
  /** Of the variant of 800 pixels; missing where only the smallest one is made. */
  facts?: PixelFacts
}

/**
 * Creates all variants from one decode: orientation applied, sRGB, alpha on white, no metadata (so no
 * position). Throws BrokenPictureError when the pixels are damaged, DecoderStoppedError when decoding takes too long.
 */
export const makeVariants = async (source: PictureSource): Promise<Variants> => {
  const whole = await decodeToFrame(source, full => frameVariants(full, variantSizes))
  const { full } = whole
  const variants: Variant[] = []
  let facts: PixelFacts | undefined
  let previous: { picture: RawPicture; box: number } | null = null
  for (const size of variantSizes) {
    const frame = frameVariant(full, size)
    const base: RawPicture = previous && previous.box >= frame.box ? previous.picture : whole
    const picture = await shrinkToFrame(base, frame)
    const sameVariant = picture === previous?.picture ? variants.at(-1) : undefined
    const { width, height } = picture
    variants.push({ size, width, height, bytes: sameVariant?.bytes ?? (await encode(picture)) })
    if (size === 800) facts = computePixelFacts(picture)
    if (previous && previous.picture !== picture && previous.picture !== whole) release(previous.picture)
    previous = { picture, box: frame.box }
  }
  const placeholder = await createPlaceholder(previous!.picture)
  if (previous!.picture !== whole) release(previous!.picture)
  if (!('raw' in source) || whole !== source.raw) release(whole)
  return { variants, ...full, placeholder, facts: facts! }
}

/** Creates the smallest variant only, far cheaper than all three: for long queues. Same guarantees and errors. */
export const makeSmallestVariant = async (source: PictureSource): Promise<Variants> => {
  const picture = await decodeToFrame(source, full => frameVariant(full, 300))
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
  const picture = await decodeToFrame(source, () => ({ box }))
  const { width, height } = picture
  const bytes = await openRaw(picture).jpeg({ quality: 85 }).toBuffer()
  if (!('raw' in source)) release(picture)
  return { bytes, width, height }
}

// Optimised Huffman tables need a second pass and save only a few percent.
const encode = (picture: RawPicture) =>
  openRaw(picture).jpeg({ quality: 80, optimiseCoding: false }).toBuffer()
