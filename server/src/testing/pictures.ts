import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

/** Size and date of a picture made for a test. */
export interface Wanted {
  width?: number
  height?: number
  /** 'YYYY:MM:DD HH:mm:ss', as a camera writes it. */
  taken?: string
  offset?: string
}

/** A JPEG like no other in the test run, with the Exif date asked for. */
export async function jpeg({ width = 120, height = 80, taken, offset }: Wanted = {}): Promise<Buffer> {
  const picture = drawn(width, height).jpeg({ quality: 80 })
  const exif = {
    ...(taken ? { DateTimeOriginal: taken } : {}),
    ...(offset ? { OffsetTimeOriginal: offset } : {}),
  }
  return (taken ? picture.withExif({ IFD2: exif }) : picture).toBuffer()
}

export async function png({ width = 60, height = 40 }: Wanted = {}): Promise<Buffer> {
  return drawn(width, height).png().toBuffer()
}

let made = 0

/** A gradient with sixteen squares that spell a number, so that no two pictures have the same bytes. */
function drawn(width: number, height: number) {
  const number = ++made
  const pixels = Buffer.from(gradient(width, height))
  for (let y = 0; y < Math.min(SQUARES, height); y++)
    for (let x = 0; x < Math.min(SQUARES, width); x++) {
      const square = Math.floor(y / 8) * 4 + Math.floor(x / 8)
      const start = (y * width + x) * 3
      pixels.fill(((number >> square) & 1) * 255, start, start + 3)
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** Width and height of the sixteen together. */
const SQUARES = 32

/** The same for all pictures of a size: drawing one pixel by pixel takes longer than all that is done with it. */
function gradient(width: number, height: number): Buffer {
  const key = `${width} × ${height}`
  const ready = gradients.get(key)
  if (ready) return ready
  const pixels = Buffer.alloc(width * height * 3, 128)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      pixels[(y * width + x) * 3] = (x * 255) / width
      pixels[(y * width + x) * 3 + 1] = (y * 255) / height
    }
  gradients.set(key, pixels)
  return pixels
}

const gradients = new Map<string, Buffer>()

/** The same picture with comments of random bytes in front, so that its file has about this size. */
export function padded(picture: Buffer, bytes: number): Buffer {
  const segments: Buffer[] = []
  for (let left = bytes - picture.length; left > 0; left -= COMMENT_MAX + 4) {
    const length = Math.min(left, COMMENT_MAX)
    const head = Buffer.from([0xff, 0xfe, 0, 0])
    head.writeUInt16BE(length + 2, 2)
    segments.push(head, randomBytes(length))
  }
  return Buffer.concat([picture.subarray(0, 2), ...segments, picture.subarray(2)])
}

const COMMENT_MAX = 65_000
