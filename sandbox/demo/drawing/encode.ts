import sharp from 'sharp'
import type { Canvas } from './canvas.ts'

/** Exif tags by directory (IFD0, IFD2 = Exif, IFD3 = GPS), as text. */
export type ExifTags = Record<string, Record<string, string>>

/** A vector graphic: the elements of an SVG document and its size in pixels. */
export type Graphic = { width: number; height: number; elements: string }

/** Encodes the canvas as a JPEG of the given size in pixels with Exif tags. */
export function encodeJpeg(canvas: Canvas, width: number, height: number, exif?: ExifTags): Promise<Buffer> {
  const image = sharp(bytesOf(canvas), { raw: { width: canvas.width, height: canvas.height, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .jpeg({ quality: 88 })
  return (exif ? image.withExif(exif) : image).toBuffer()
}

/** Encodes the canvas as an older camera's picture: mirrored, 1024 pixels on its longer side. */
export function encodeSmallJpeg(canvas: Canvas, exif?: ExifTags): Promise<Buffer> {
  const image = sharp(bytesOf(canvas), { raw: { width: canvas.width, height: canvas.height, channels: 3 } })
    .flop()
    .resize(1024, 1024, { fit: 'inside', kernel: 'linear' })
    .jpeg({ quality: 82 })
  return (exif ? image.withExif(exif) : image).toBuffer()
}

/** Encodes the graphic as a PNG. */
export function encodePng({ width, height, elements }: Graphic): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${elements}</svg>`
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 6 }).toBuffer()
}

function bytesOf({ data }: Canvas): Uint8ClampedArray {
  const bytes = new Uint8ClampedArray(data.length)
  for (let i = 0; i < data.length; i++) bytes[i] = data[i]! * 255
  return bytes
}
