import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import type { Variation } from './library-plan.ts'

/** Exif tags by directory (IFD0, IFD2 = Exif, IFD3 = GPS), as text. */
export type ExifTags = Record<string, Record<string, string>>

/**
 * Reads a picture of pictures/ as a JPEG of the given size in pixels, with what a variation changes. The same arguments give
 * the same bytes.
 */
export async function readJpeg(
  name: string,
  [width, height]: readonly [number, number],
  { shift, blur, brightness, turn, faded, quality = 88 }: Variation = {},
  exif?: ExifTags,
): Promise<Buffer> {
  const margin = shift ? SHIFT_MARGIN : 0
  const full = { width: Math.round(width * (1 + margin)), height: Math.round(height * (1 + margin)) }
  const [x = 0, y = 0] = shift ?? []
  let image = sharp(resolvePath(`${name}.jpg`))
    .resize(full.width, full.height, { fit: 'fill', kernel: 'cubic' })
    .extract({
      left: Math.round((full.width - width) / 2 + x * width),
      top: Math.round((full.height - height) / 2 + y * height),
      width,
      height,
    })
  if (blur) image = image.blur(blur)
  if (brightness) image = image.linear(brightness, 0)
  if (faded) image = image.flop().modulate({ saturation: 0.35 }).linear([0.82, 0.78, 0.66], [44, 40, 34])
  // A turn in the same pipeline would come before the resizing.
  if (turn) image = sharp(await image.png().toBuffer()).rotate(turn)
  return encode(image, quality, exif)
}

const SHIFT_MARGIN = 0.03

/** Reads it as an older camera's picture: mirrored, 1024 pixels on its longer side. */
export function readSmallJpeg(name: string, exif?: ExifTags): Promise<Buffer> {
  const image = sharp(resolvePath(`${name}.jpg`))
    .flop()
    .resize(1024, 1024, { fit: 'inside', kernel: 'linear' })
  return encode(image, 82, exif)
}

const encode = (image: Sharp, quality: number, exif?: ExifTags): Promise<Buffer> =>
  (exif ? image.jpeg({ quality }).withExif(exif) : image.jpeg({ quality })).toBuffer()

export const readPng = (name: string): Promise<Buffer> => readFile(resolvePath(`${name}.png`))

const resolvePath = (file: string) => fileURLToPath(new URL(`pictures/${file}`, import.meta.url))
