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
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const square = x < 32 && y < 32 ? Math.floor(y / 8) * 4 + Math.floor(x / 8) : -1
      const grey = square < 0 ? null : ((number >> square) & 1) * 255
      pixels.set([grey ?? (x * 255) / width, grey ?? (y * 255) / height, grey ?? 128], (y * width + x) * 3)
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

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
