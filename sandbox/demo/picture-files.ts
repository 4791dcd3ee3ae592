import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/** Exif tags by directory (IFD0, IFD2 = Exif, IFD3 = GPS), as text. */
export type ExifTags = Record<string, Record<string, string>>

/**
 * Reads a picture of pictures/ as a JPEG of the given size in pixels with Exif tags. The same arguments give the same
 * bytes.
 */
export function readJpeg(name: string, [width, height]: readonly [number, number], exif?: ExifTags) {
  const image = sharp(resolvePath(`${name}.jpg`))
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .jpeg({ quality: 88 })
  return (exif ? image.withExif(exif) : image).toBuffer()
}

/** Reads it as an older camera's picture: mirrored, 1024 pixels on its longer side. */
export function readSmallJpeg(name: string, exif?: ExifTags): Promise<Buffer> {
  const image = sharp(resolvePath(`${name}.jpg`))
    .flop()
    .resize(1024, 1024, { fit: 'inside', kernel: 'linear' })
    .jpeg({ quality: 82 })
  return (exif ? image.withExif(exif) : image).toBuffer()
}

export const readPng = (name: string): Promise<Buffer> => readFile(resolvePath(`${name}.png`))

const resolvePath = (file: string) => fileURLToPath(new URL(`pictures/${file}`, import.meta.url))
