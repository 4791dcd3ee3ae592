import type { RandomAccess } from '../random-access.ts'
import type { PictureType } from '../sniff.ts'
import { ByteReader } from './byte-reader.ts'
import { stripHeic } from './strip-heic.ts'
import { stripJpeg } from './strip-jpeg.ts'
import { stripPng } from './strip-png.ts'
import type { PictureRoot } from './strip-tiff.ts'

/** A picture as a stream of all its bytes, and for reading parts of it. */
export type StreamedPicture = RandomAccess & { stream: () => AsyncIterable<Uint8Array> }

const stripByType = { 'image/jpeg': stripJpeg, 'image/png': stripPng, 'image/heic': stripHeic }

/**
 * Yields the bytes `start`..`end` (both inclusive) of a picture without its personal metadata, such as position, serial
 * numbers, names and texts. Every byte has the place that it has in the picture, and the pixels are the same. Only known
 * metadata stay (size, turn, colours, dates, camera, exposure), so nothing leaves of what cannot be understood.
 * `keepsPosition`: latitude, longitude and altitude of Exif stay, too. The picture is read from its beginning, because what a byte means depends on those before it. Errors of the
 * stream are thrown.
 */
export async function* stripMetadata(
  picture: StreamedPicture,
  type: PictureType,
  { start, end, keepsPosition = false }: { start: number; end: number; keepsPosition?: boolean | undefined },
): AsyncGenerator<Buffer> {
  const root: PictureRoot = keepsPosition ? 'located' : 'image'
  const reader = new ByteReader(picture.stream())
  try {
    let at = 0
    for await (const bytes of stripByType[type](reader, root, picture)) {
      const part = bytes.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at))
      if (part.length > 0) yield part
      at += bytes.length
      if (at > end) return
    }
  } finally {
    await reader.close()
  }
}
