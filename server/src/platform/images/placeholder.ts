import { rgbaToThumbHash } from 'thumbhash'
import type { RawPicture } from './picture-source.ts'
import { openRaw } from './pixels.ts'

// ThumbHash takes at most 100 px and keeps some 6×6 frequencies: more pixels take time without a visible difference.
const EDGE = 48

/** Creates a blurred preview in about 25 bytes: ThumbHash as base64url. */
export const createPlaceholder = async (picture: RawPicture): Promise<string> => {
  const { data, info } = await openRaw(picture)
    .resize({ width: EDGE, height: EDGE, fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64url')
}
