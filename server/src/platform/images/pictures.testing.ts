import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { sharp } from './pixel-engine.ts'

export type Quadrant = 'red' | 'green' | 'blue' | 'white'

const colourByQuadrant: Record<Quadrant, [number, number, number]> = {
  red: [220, 30, 30],
  green: [30, 180, 40],
  blue: [30, 50, 210],
  white: [240, 240, 240],
}

/** Creates a picture of four flat quarters: red and green above, blue and white below. */
export const createQuadrants = (width = 96, height = 64) => {
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [left, right] = y < height / 2 ? (['red', 'green'] as const) : (['blue', 'white'] as const)
      data.set(colourByQuadrant[x < width / 2 ? left : right], (y * width + x) * 3)
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

export const createQuadrantsJpeg = () => createQuadrants().jpeg({ quality: 95, chromaSubsampling: '4:4:4' })

/** Creates an ICC profile of grey with this gamma. */
export const createGreyProfile = (gamma: number) => {
  const whitePoint = Buffer.from('58595a20000000000000f6d6000100000000d32d', 'hex')
  const curve = Buffer.from('63757276000000000000000100000000', 'hex')
  curve.writeUInt16BE(Math.round(gamma * 256), 12)
  const tags = Buffer.alloc(28)
  tags.writeUInt32BE(2, 0)
  for (const [index, [name, offset, length]] of (
    [
      ['wtpt', 156, 20],
      ['kTRC', 176, 14],
    ] as const
  ).entries()) {
    tags.write(name, 4 + index * 12, 'latin1')
    tags.writeUInt32BE(offset, 8 + index * 12)
    tags.writeUInt32BE(length, 12 + index * 12)
  }
  const header = Buffer.alloc(128)
  header.writeUInt32BE(192, 0)
  header.writeUInt32BE(0x02100000, 8)
  header.write('mntrGRAYXYZ ', 12, 'latin1')
  header.write('acsp', 36, 'latin1')
  Buffer.from('0000f6d6000100000000d32d', 'hex').copy(header, 68)
  return Buffer.concat([header, tags, whitePoint, curve])
}

/** Reads the quarter colours of an encoded picture in reading order; fails on a colour that is none of the four. */
export const readQuadrants = async (bytes: Uint8Array): Promise<Quadrant[]> => {
  const pixels = await readPixels(bytes, [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ])
  return pixels.map(findNearestQuadrant)
}

/** Reads pixels at the given shares of width and height. */
export const readPixels = async (bytes: Uint8Array, places: [number, number][]) => {
  const { data, info } = await sharp(bytes).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  return places.map(([x, y]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    return [...data.subarray(at, at + 3)]
  })
}

/** Creates a temporary folder for one test and removes it afterwards. */
export const createTemporaryFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-images-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Inserts a JPEG segment directly after the start marker. */
export const insertSegment = (jpeg: Uint8Array, marker: number, payload: Uint8Array) => {
  const header = Buffer.from([0xff, marker, 0, 0])
  header.writeUInt16BE(payload.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), header, payload, jpeg.subarray(2)])
}

/** Returns a copy of a JPEG whose frame header has another size. */
export const replaceSize = (jpeg: Uint8Array, width: number, height: number) => {
  const copy = Buffer.from(jpeg)
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]))
  copy.writeUInt16BE(height, frame + 5)
  copy.writeUInt16BE(width, frame + 7)
  return copy
}

const findNearestQuadrant = (pixel: number[]): Quadrant => {
  const match = Object.entries(colourByQuadrant).find(([, colour]) =>
    colour.every((value, channel) => Math.abs(value - pixel[channel]!) < 12),
  )
  if (!match) throw new Error(`no quarter has the colour ${pixel.join(',')}`)
  return match[0] as Quadrant
}
