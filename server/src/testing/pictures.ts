import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { createPositionTags } from '#sandbox/demo/camera.ts'
import { createGridHeic } from '../platform/images/heic-grid.testing.ts'

/** Size and Exif date of a generated picture. */
export interface PictureOptions {
  width?: number
  height?: number
  /** 'YYYY:MM:DD HH:mm:ss', as a camera writes it. */
  taken?: string
  offset?: string
  /** Decimals of the second, as '05'. */
  subSecond?: string
}

/** Creates a JPEG with bytes that are unique in the process, with the given Exif date. */
export async function jpeg({
  width = 120,
  height = 80,
  taken,
  offset,
  subSecond,
  camera,
  position,
}: PictureOptions & {
  camera?: { make: string; model: string }
  position?: { latitude: number; longitude: number }
} = {}): Promise<Buffer> {
  const picture = drawPicture(width, height).jpeg({ quality: 80 })
  const exif = {
    ...(camera ? CAMERA_SETTINGS : {}),
    ...(taken ? { DateTimeOriginal: taken } : {}),
    ...(offset ? { OffsetTimeOriginal: offset } : {}),
    ...(subSecond ? { SubSecTimeOriginal: subSecond } : {}),
  }
  const device = camera ? { IFD0: { Make: camera.make, Model: camera.model } } : {}
  const gps = position ? { IFD3: createPositionTags([position.latitude, position.longitude]) } : {}
  const hasExif = taken || camera || position
  return (hasExif ? picture.withExif({ ...device, IFD2: exif, ...gps }) : picture).toBuffer()
}

const CAMERA_SETTINGS = {
  ExposureTime: '1/125',
  FNumber: '18/10',
  PhotographicSensitivity: '100',
  FocalLength: '42/10',
}

export async function png({ width = 60, height = 40 }: PictureOptions = {}): Promise<Buffer> {
  return drawPicture(width, height).png().toBuffer()
}

/** Creates a HEIC of columns × rows tiles of 96 × 64 px, with bytes that are unique in the process. */
export async function heic({ columns = 1, rows = 1 } = {}): Promise<Buffer> {
  return createGridHeic(await readFile(HEIC_TILE), columns, rows, ++drawnPictures)
}

const HEIC_TILE = new URL('../platform/images/fixtures/quadrants.heic', import.meta.url)

let drawnPictures = 0

/** Draws a gradient with sixteen squares that encode a serial number: no two pictures have the same bytes. */
function drawPicture(width: number, height: number) {
  const number = ++drawnPictures
  const pixels = Buffer.from(createGradient(width, height))
  for (let y = 0; y < Math.min(SQUARES, height); y++)
    for (let x = 0; x < Math.min(SQUARES, width); x++) {
      const square = Math.floor(y / 8) * 4 + Math.floor(x / 8)
      const start = (y * width + x) * 3
      pixels.fill(((number >> square) & 1) * 255, start, start + 3)
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** Width and height of the sixteen squares together, in px. */
const SQUARES = 32

/** Cached per size: drawing a gradient takes longer than everything a test does with the picture. */
function createGradient(width: number, height: number): Buffer {
  const key = `${width} × ${height}`
  const cachedPixels = gradients.get(key)
  if (cachedPixels) return cachedPixels
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

/** Adds JPEG comments of random bytes to a picture, for a file of about `bytes` bytes. */
export function padJpeg(picture: Buffer, bytes: number): Buffer {
  const segments: Buffer[] = []
  for (let bytesLeft = bytes - picture.length; bytesLeft > 0; bytesLeft -= COMMENT_MAX + 4) {
    const length = Math.min(bytesLeft, COMMENT_MAX)
    const head = Buffer.from([0xff, 0xfe, 0, 0])
    head.writeUInt16BE(length + 2, 2)
    segments.push(head, randomBytes(length))
  }
  return Buffer.concat([picture.subarray(0, 2), ...segments, picture.subarray(2)])
}

const COMMENT_MAX = 65_000
