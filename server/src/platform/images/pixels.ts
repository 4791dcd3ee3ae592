import { access } from 'node:fs/promises'
import type { Metadata, Sharp, SharpInput } from 'sharp'
import { UPLOAD_MAX_PIXELS } from '#contract/input/picture-limits.ts'
import { embedProfile } from './colour.ts'
import { BrokenPictureError, DecoderStoppedError, PictureTooLargeError } from './errors.ts'
import type { PictureSource, RawPicture } from './picture-source.ts'
import { sharp } from './pixel-engine.ts'
import type { Frame } from './variant-frames.ts'

/**
 * Converts grey pixels of 16 bits to 8 bits of sRGB through their ICC profile, into the same memory: libvips ignores the
 * profile of such pictures. The profile's curve is read at 256 values and interpolated, so that dark tones do not band. An
 * unusable profile leaves the values unchanged, as viewers do.
 */
const toGreyOfSrgb = async (data: Uint8Array, profile: Buffer): Promise<Uint8Array> => {
  const values = new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2)
  const table = await createTable(profile)
  // In place: the byte at `index` is never beyond the value that is read.
  for (let index = 0; index < values.length; index++) data[index] = table[values[index]!]!
  return data.subarray(0, values.length)
}

const RAMP = 256

const STEP = 65_535 / (RAMP - 1)

const createTable = async (profile: Buffer): Promise<Uint8Array> => {
  const ramp = await convertRamp(profile)
  return Uint8Array.from({ length: 65_536 }, (_, value) => {
    const lower = Math.min(RAMP - 2, Math.floor(value / STEP))
    const share = value / STEP - lower
    return Math.round(ramp[lower]! * (1 - share) + ramp[lower + 1]! * share)
  })
}

/** The sRGB values of 256 even steps from black to white. */
const convertRamp = async (profile: Buffer): Promise<Uint8Array> => {
  const ramp = Buffer.from(Array.from({ length: RAMP }, (_, value) => value))
  const image = sharp(ramp, { raw: { width: RAMP, height: 1, channels: 1 } }).toColourspace('b-w')
  const converted = (await embedProfile(image, profile)).toColourspace('srgb')
  const { data, info } = await converted.raw().toBuffer({ resolveWithObject: true })
  return Uint8Array.from({ length: RAMP }, (_, index) => data[index * info.channels]!)
}

const DECODE_SECONDS = 120

/**
 * Decodes a picture: upright, sRGB, flattened on white, scaled and cut to the frame that `frame` returns for its upright size,
 * never enlarged. JPEG is shrunk while loading. Throws BrokenPictureError, PictureTooLargeError and DecoderStoppedError.
 */
export const decodeToFrame = async (
  source: PictureSource,
  frame: (full: RawPicture['full']) => Frame,
): Promise<RawPicture> => {
  if ('raw' in source) return shrinkToFrame(source.raw, frame(source.raw.full))
  const file = 'path' in source ? source.path : source.bytes
  return translateErrors(file, async failOn => {
    // Read before the pixels: a raw result no longer knows how large its source was.
    const metadata = await openPicture(file, failOn).metadata()
    checkMemory(metadata)
    const { autoOrient: fullSize } = metadata
    const shrink = (image: Sharp) => resizeToFrame(image, frame(fullSize))
    if (hasGreyProfile(metadata)) return toRawGrey(shrink(openPicture(file, failOn, true)), metadata)
    return toRawPicture(flattenOnWhite(shrink(openPicture(file, failOn))), fullSize)
  })
}

/** Renders the whole picture as JPEG: upright, sRGB, flattened on white, without metadata. Same errors. */
export const renderWhole = async (source: { path: string } | { bytes: Uint8Array }, quality: number) => {
  const file = 'path' in source ? source.path : source.bytes
  return translateErrors(file, async failOn => {
    const metadata = await openPicture(file, failOn).metadata()
    const image = hasGreyProfile(metadata)
      ? openRaw(await toRawGrey(openPicture(file, failOn, true), metadata)).toColourspace('srgb')
      : flattenOnWhite(openPicture(file, failOn))
    return image.jpeg({ quality, optimiseCoding: false }).toBuffer()
  })
}

/** Returns a smaller copy; the same object if it has that size and no alpha. */
export const shrinkToFrame = async (picture: RawPicture, frame: Frame): Promise<RawPicture> => {
  const hasAlpha = picture.channels === 2 || picture.channels === 4
  if (!isLarger(picture, frame) && !hasAlpha) return picture
  return toRawPicture(flattenOnWhite(resizeToFrame(openRaw(picture), frame)), picture.full)
}

/** Whether a picture has more pixels than this frame. */
export const isLarger = (
  { width, height }: { width: number; height: number },
  { box, cut }: Frame,
): boolean => width > (cut?.width ?? box) || height > (cut?.height ?? box)

/** Scales and cuts an upright picture, never enlarging it. */
export const resizeToFrame = (image: Sharp, { box, cut }: Frame): Sharp =>
  cut
    ? image.resize({ ...cut, fit: 'cover', withoutEnlargement: true })
    : image.resize({ width: box, height: box, fit: 'inside', withoutEnlargement: true })

/**
 * Frees the memory of pixels, which must not be used afterwards. Otherwise the memory of small objects accumulates
 * until garbage collection, which then runs far too often.
 */
export const release = ({ data }: RawPicture): void => {
  if (data.buffer instanceof ArrayBuffer && data.byteLength === data.buffer.byteLength)
    data.buffer.transfer(0)
}

export const openRaw = ({ data, width, height, channels }: Omit<RawPicture, 'full'>): Sharp =>
  sharp(data, { raw: { width, height, channels }, limitInputPixels: UPLOAD_MAX_PIXELS })

/** Opens pixels of 16-bit words. */
export const openRawWords = ({ data, width, height, channels }: Omit<RawPicture, 'full'>): Sharp =>
  sharp(new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2), {
    raw: { width, height, channels },
    limitInputPixels: UPLOAD_MAX_PIXELS,
  })

type FailOn = 'error' | 'warning'

const openPicture = (file: SharpInput, failOn: FailOn, ignoreIcc = false) =>
  sharp(file, {
    failOn,
    limitInputPixels: UPLOAD_MAX_PIXELS,
    sequentialRead: true,
    autoOrient: true,
    ignoreIcc,
  }).timeout({ seconds: DECODE_SECONDS })

const flattenOnWhite = (image: Sharp) => image.flatten({ background: '#ffffff' }).toColourspace('srgb')

const toRawPicture = async (image: Sharp, full: RawPicture['full']): Promise<RawPicture> => {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return {
    data,
    width: info.width,
    height: info.height,
    channels: info.channels as RawPicture['channels'],
    full,
  }
}

type GreyMetadata = Metadata & { icc: Buffer }

const hasGreyProfile = (metadata: Metadata): metadata is GreyMetadata =>
  metadata.space === 'grey16' && metadata.icc !== undefined

const toRawGrey = async (image: Sharp, { icc, autoOrient }: GreyMetadata): Promise<RawPicture> => {
  const grey = image.flatten({ background: '#ffffff' }).toColourspace('grey16').raw({ depth: 'ushort' })
  const { data, info } = await grey.toBuffer({ resolveWithObject: true })
  return {
    data: await toGreyOfSrgb(data, icc),
    width: info.width,
    height: info.height,
    channels: 1,
    full: autoOrient,
  }
}

const translateErrors = async <T>(
  file: string | Uint8Array,
  work: (failOn: FailOn) => Promise<T>,
): Promise<T> => {
  try {
    return await decodeStrictly(work)
  } catch (error) {
    // A missing or unreadable file is an infrastructure failure, not a broken picture.
    if (typeof file === 'string') await access(file)
    if (error instanceof PictureTooLargeError) throw error
    if (getMessage(error).startsWith('timeout')) {
      throw new DecoderStoppedError('timeout', `decoding took over ${DECODE_SECONDS} s`)
    }
    throw new BrokenPictureError(getMessage(error), { cause: error })
  }
}

// libjpeg only warns when it fills lost data with grey, and also warns about harmless stray bytes.
const LOST_DATA_MESSAGES = /premature end|bad huffman|bad arithmetic|instead of RST/i

const decodeStrictly = async <T>(work: (failOn: FailOn) => Promise<T>): Promise<T> => {
  try {
    return await work('warning')
  } catch (error) {
    if (error instanceof PictureTooLargeError) throw error
    if (/^timeout/.test(getMessage(error)) || LOST_DATA_MESSAGES.test(getMessage(error))) throw error
    return await work('error')
  }
}

/**
 * Most memory of a picture that cannot be decoded row by row: progressive JPEG needs its coefficients of 16 bits at once,
 * interlaced PNG its pixels. A file of a few kilobytes could otherwise end the process.
 */
const MAX_WHOLE_BYTES = 768 * 1_048_576

const checkMemory = ({
  isProgressive,
  format,
  width,
  height,
  channels,
  depth,
  chromaSubsampling,
}: Metadata) => {
  if (!isProgressive) return
  const samples = format === 'jpeg' && chromaSubsampling === '4:2:0' ? 1.5 : channels
  const bytes = width * height * samples * (format === 'jpeg' || depth === 'ushort' ? 2 : 1)
  if (bytes > MAX_WHOLE_BYTES)
    throw new PictureTooLargeError(`decoding needs ${Math.ceil(bytes / 1_048_576)} MiB`)
}

const getMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))
