import type { PictureSource } from './picture-source.ts'
import { decodeToFrame, openRaw, release } from './pixels.ts'

/** Fields in a row and in a column of a picture's luminance. */
export const LUMINANCE_EDGE = 160

/**
 * Returns the mean luminance of 160×160 fields of a picture, row by row, a byte each: fine enough to tell one text from another.
 * Same errors as `decodeToFrame`.
 */
export const readLuminance = async (source: PictureSource): Promise<Uint8Array> => {
  const picture = await decodeToFrame(source, ({ width, height }) => ({ box: Math.max(width, height) }))
  const { data } = await openRaw(picture)
    .greyscale()
    .resize({ width: LUMINANCE_EDGE, height: LUMINANCE_EDGE, fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  release(picture)
  return data
}
