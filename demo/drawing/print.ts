import sharp from 'sharp'
import type { Canvas } from './canvas.ts'

/** Exif facts by directory (IFD0, IFD2 = Exif, IFD3 = GPS), as text. */
export type ExifFacts = Record<string, Record<string, string>>

/** A flat graphic: an SVG document's inner elements and its size in pixels. */
export type Flat = { width: number; height: number; elements: string }

/** The canvas as a JPEG of the given size in pixels, carrying the facts. */
export function printJpeg(canvas: Canvas, width: number, height: number, exif?: ExifFacts): Promise<Buffer> {
  const image = sharp(bytesOf(canvas), { raw: { width: canvas.width, height: canvas.height, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .jpeg({ quality: 88 })
  return (exif ? image.withExif(exif) : image).toBuffer()
}

/** The canvas as a small camera of earlier years would have taken it: mirrored, 1024 pixels at its longer side. */
export function printSmallJpeg(canvas: Canvas, exif?: ExifFacts): Promise<Buffer> {
  const image = sharp(bytesOf(canvas), { raw: { width: canvas.width, height: canvas.height, channels: 3 } })
    .flop()
    .resize(1024, 1024, { fit: 'inside', kernel: 'linear' })
    .jpeg({ quality: 82 })
  return (exif ? image.withExif(exif) : image).toBuffer()
}

/** The graphic as a PNG. */
export function printPng({ width, height, elements }: Flat): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${elements}</svg>`
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 6 }).toBuffer()
}

function bytesOf({ data }: Canvas): Uint8ClampedArray {
  const bytes = new Uint8ClampedArray(data.length)
  for (let i = 0; i < data.length; i++) bytes[i] = data[i]! * 255
  return bytes
}
