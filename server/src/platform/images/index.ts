import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createHeicDecoder, type HeicCallOptions, type HeicOptions } from './heic.ts'
import { readLuminance } from './luminance.ts'
import { type Metadata, type PicturePosition, readMetadata, readPosition } from './metadata.ts'
import { computePixelFacts, type PixelFacts } from './pixel-facts.ts'
import { decodeToFrame, release, renderWhole } from './pixels.ts'
import { createBytesAccess, openAccess, type RandomAccess } from './random-access.ts'
import { type PictureType, SNIFF_BYTES, sniffPicture } from './sniff.ts'
import { checkStructure, type Structure } from './structure.ts'
import { variantSizes } from './variant-frames.ts'
import {
  encodeFitted,
  type FittedPicture,
  makeSmallestVariant,
  makeVariants,
  type Variants,
} from './variants.ts'

export { BrokenPictureError, DecoderStoppedError, PictureTooLargeError } from './errors.ts'
export { isScreenshotName, parseFileNameDate } from './file-name.ts'
export { toLocalTime } from './local-time.ts'
export { LUMINANCE_EDGE } from './luminance.ts'
export type { Metadata, PicturePosition } from './metadata.ts'
export type { RandomAccess } from './random-access.ts'
export { stripMetadata } from './strip/strip-metadata.ts'
export type { PixelFacts }
export { createBytesAccess, type PictureType, SNIFF_BYTES, type Structure, type Variants }

/** A local picture file; `type` is the result of `sniff`, never the type a client claims. */
export type FileRef = { path: string; type: PictureType }

export type ImagesOptions = {
  tempDir: string
  log?: HeicOptions['log']
  now?: () => Date
  heic?: Pick<HeicOptions, 'processes' | 'timeoutMs' | 'maxMemoryMb' | 'idleMs'>
}

export type Images = ReturnType<typeof createImages>

const LARGE_QUALITY = 90

/** Image processing. HEIC is decoded in child processes, so `close` must be called at the end. */
export const createImages = ({ tempDir, log, now = () => new Date(), heic }: ImagesOptions) => {
  const decoder = createHeicDecoder({ tempDir, log, ...heic })
  return {
    /** The type by content from the first bytes (`SNIFF_BYTES`), null when it is not accepted. */
    sniff: sniffPicture,

    /** Checks that the file is a complete picture within the limits. Decodes nothing, reads only what it needs. */
    checkStructure: (file: string | RandomAccess): Promise<Structure> => withAccess(file, checkStructure),

    /** Date, camera and position; name and zone are those on the customer's machine. Never fails on bad metadata. */
    readMetadata: (
      file: string | RandomAccess,
      type: PictureType,
      device: { fileName: string; timeZone?: string | null },
    ): Promise<Metadata> => withAccess(file, access => readMetadata(access, type, device, now())),

    /** The position where the picture was taken; null without one. Never fails on bad metadata. */
    readPosition: (file: RandomAccess, type: PictureType): Promise<PicturePosition | null> =>
      readPosition(file, type),

    /**
     * Creates the three variants, upright size and placeholder; with `first: 300` the smallest variant alone. Throws
     * BrokenPictureError and PictureTooLargeError (final), DecoderStoppedError (may be retried), or the reason of an
     * abort.
     */
    makeVariants: async (
      file: FileRef,
      options: HeicCallOptions & { first?: 300 } = {},
    ): Promise<Variants> => {
      const box = options.first ? [options.first] : variantSizes
      const isHeic = file.type === 'image/heic'
      const source = isHeic
        ? { raw: await decoder.decode(file.path, { ...options, box }) }
        : { path: file.path }
      return options.first ? makeSmallestVariant(source) : makeVariants(source)
    },

    /** Computes the facts of a stored variant of 800 pixels. Same errors. */
    readPixelFacts: async (variant: Uint8Array): Promise<PixelFacts> => {
      const picture = await decodeToFrame({ bytes: variant }, ({ width, height }) => ({
        box: Math.max(width, height),
      }))
      const facts = computePixelFacts(picture)
      release(picture)
      return facts
    },

    /** Reads the luminance of a stored variant. Same errors. */
    readLuminance: (variant: Uint8Array): Promise<Uint8Array> => readLuminance({ bytes: variant }),

    /** Renders the whole picture as JPEG for zooming: upright, sRGB, without metadata. Same errors. */
    renderLarge: (file: FileRef, options: HeicCallOptions = {}): Promise<Uint8Array> =>
      file.type === 'image/heic'
        ? decoder.render(file.path, LARGE_QUALITY, options)
        : renderWhole({ path: file.path }, LARGE_QUALITY),

    /**
     * Renders a small file as a JPEG that fits into `box`×`box`: upright, sRGB, without metadata, never enlarged. Same errors.
     */
    renderFitted: async (
      { bytes, type }: { bytes: Uint8Array; type: PictureType },
      box: number,
      options: HeicCallOptions = {},
    ): Promise<FittedPicture> => {
      if (type !== 'image/heic') return encodeFitted({ bytes }, box)
      await using file = await writeTemporaryFile(tempDir, bytes)
      return encodeFitted({ raw: await decoder.decode(file.path, { ...options, box }) }, box)
    },

    /** Ends the decoder processes. */
    close: () => decoder.close(),
  }
}

const withAccess = async <T>(
  file: string | RandomAccess,
  work: (access: RandomAccess) => Promise<T>,
): Promise<T> => {
  if (typeof file !== 'string') return work(file)
  await using access = await openAccess(file)
  return await work(access)
}

/** Writes bytes to a file that is removed when it is disposed of. */
async function writeTemporaryFile(
  folder: string,
  bytes: Uint8Array,
): Promise<{ path: string } & AsyncDisposable> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${randomUUID()}.picture`)
  const remove = () => rm(path, { force: true })
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600 }).catch(async error => {
    await remove()
    throw error
  })
  return { path, [Symbol.asyncDispose]: remove }
}
