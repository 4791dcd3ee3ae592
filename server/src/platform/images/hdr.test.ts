import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createHeicDecoder, estimateDecodingBytes } from './heic.ts'
import { readHeicMeta } from './heic-boxes.ts'
import { createGridHeic } from './heic-grid.testing.ts'
import { createImages } from './index.ts'
import { createTemporaryFolder } from './pictures.testing.ts'
import { sharp } from './pixel-engine.ts'
import { createBytesAccess } from './random-access.ts'
import { toneMap } from './tone-mapping.ts'

// The charts are drawn and coded for these tests: three rows of eight fields, in BT.2020 with 10 bits, encoded with libheif's
// heif-enc; the colour box was added afterwards. `chart-10bit` is the PQ chart without one, thus an SDR picture;
// the right half of `chart-pq-alpha` is transparent.
const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/${name}.heic`, import.meta.url))

/** What the fields were drawn from: diffuse light of sRGB colours. */
const colours = [
  [0, 0, 0],
  [32, 32, 32],
  [64, 64, 64],
  [96, 96, 96],
  [128, 128, 128],
  [160, 160, 160],
  [192, 192, 192],
  [224, 224, 224],
  [255, 255, 255],
  [200, 40, 40],
  [40, 160, 60],
  [40, 60, 200],
  [230, 200, 50],
  [180, 60, 170],
  [50, 170, 190],
  [120, 80, 50],
]
const WHITE = 8

const openImages = async () => {
  const tempDir = await createTemporaryFolder()
  const images = createImages({ tempDir })
  onTestFinished(() => images.close())
  return { images, tempDir }
}

/** Reads the middle of each field of the chart. */
const readFields = async (bytes: Uint8Array) => {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  return Array.from({ length: 24 }, (_, field) => {
    const x = Math.floor(((field % 8) + 0.5) * (info.width / 8))
    const y = Math.floor((Math.floor(field / 8) + 0.5) * (info.height / 3))
    const at = (y * info.width + x) * info.channels
    return [...data.subarray(at, at + 3)]
  })
}

const getLargestDifference = (a: number[], b: number[]) =>
  Math.max(...a.map((value, channel) => Math.abs(value - b[channel]!)))

const decodeChart = async (path: string) => {
  const { images } = await openImages()
  const file = { path, type: 'image/heic' as const }
  const { variants } = await images.makeVariants(file)
  const quick = await images.makeVariants(file, { first: 300 })
  return [...variants, ...quick.variants].map(({ bytes }) => bytes).concat([await images.renderLarge(file)])
}

describe.each(['chart-pq', 'chart-hlg'])('NX-251, RV-804 %s', name => {
  test('all variants and the full view show the colours it was drawn from', async () => {
    for (const bytes of await decodeChart(fixture(name))) {
      const fields = await readFields(bytes)
      for (const [field, colour] of colours.entries()) {
        if (field !== WHITE) expect(getLargestDifference(fields[field]!, colour)).toBeLessThanOrEqual(8)
      }
      for (const grey of fields.slice(0, 8))
        expect(Math.max(...grey) - Math.min(...grey)).toBeLessThanOrEqual(3)
    }
  })

  test('diffuse white is white, and brighter light keeps its order up to 255', async () => {
    const [bytes] = await decodeChart(fixture(name))
    const highlights = (await readFields(bytes!)).slice(16, 22).map(([red]) => red!)
    expect(highlights[0]).toBeGreaterThanOrEqual(245)
    expect(highlights).toEqual([...highlights].sort((a, b) => a - b))
    expect(highlights.at(-1)).toBe(255)
    expect(highlights[1]).toBeGreaterThan(highlights[0]!)
  })

  test('colours outside of sRGB stay green and red', async () => {
    const [bytes] = await decodeChart(fixture(name))
    const [green, red] = (await readFields(bytes!)).slice(22)
    expect(green![1]).toBeGreaterThan(2 * Math.max(green![0]!, green![2]! / 1.3))
    expect(red![0]).toBeGreaterThan(2 * Math.max(red![1]!, red![2]!))
  })
})

test('NX-251 a large HDR picture is scaled before it is tone-mapped, with the same colours', async () => {
  const { images, tempDir } = await openImages()
  const path = join(tempDir, 'grid.heic')
  await writeFile(path, await createGridHeic(await readFile(fixture('chart-pq')), 8, 8))
  const { variants, width } = await images.makeVariants({ path, type: 'image/heic' })
  expect([width, variants[0]!.width]).toEqual([1536, 1300])
  const scaled = await sharp(variants[0]!.bytes).stats()
  const single = await sharp((await decodeChart(fixture('chart-pq')))[0]!).stats()
  for (const [channel, { mean }] of scaled.channels.entries())
    expect(Math.abs(mean - single.channels[channel]!.mean)).toBeLessThan(2)
})

test('NX-251 a transparent HDR picture keeps its colours when it is scaled, and becomes white', async () => {
  const decoder = createHeicDecoder({ tempDir: await createTemporaryFolder() })
  onTestFinished(() => decoder.close())
  const raw = await decoder.decode(fixture('chart-pq-alpha'), { box: 96 })
  const { width, height, channels } = raw
  const image = sharp(raw.data, { raw: { width, height, channels } }).flatten({ background: '#ffffff' })
  const fields = await readFields(await image.png().toBuffer())
  // Its right half is transparent.
  for (const field of [0, 1, 2, 3, 9, 10, 11])
    expect(getLargestDifference(fields[field]!, colours[field]!)).toBeLessThanOrEqual(8)
  for (const field of [4, 7, 12, 15]) expect(fields[field]).toEqual([255, 255, 255])
})

test('NX-251 alpha of an HDR picture is linear', () => {
  const pixels = Buffer.from(new Uint16Array([0, 0, 0, 1023, 0, 0, 0, 512, 0, 0, 0, 2000]).buffer)
  const mapped = toneMap(pixels, 4, { transfer: 16, primaries: 9, bits: 10 })
  expect([...mapped]).toEqual([0, 0, 0, 255, 0, 0, 0, 128, 0, 0, 0, 255])
})

test('NX-251 only HDR pictures need memory for 16 bits', async () => {
  const estimate = async (bytes: Uint8Array) =>
    estimateDecodingBytes(await readHeicMeta(createBytesAccess(bytes))) / (192 * 72)
  const hdr = await readFile(fixture('chart-pq'))
  expect(await estimate(hdr)).toBeCloseTo(12.6, 1)
  expect(await estimate(await readFile(fixture('chart-10bit')))).toBeCloseTo(9.6, 1)
  const eightBits = Buffer.from(hdr)
  eightBits.fill(0xf8, eightBits.indexOf('hvcC') + 21, eightBits.indexOf('hvcC') + 23)
  expect(await estimate(eightBits)).toBeCloseTo(6.3, 1)
})

// Pixels of these pictures before HDR was read: a change is one of the decoder, never of this code.
test.each([
  ['quadrants', 'f07448ab5818a70c'],
  ['quadrants-irot', '08966b218ad119fc'],
  ['half-transparent', 'd1a2ed6915dbfe03'],
  ['chart-10bit', '8e08bfb69867ca46'],
])('RV-804 an SDR picture is decoded to the same bytes as ever: %s', async (name, checksum) => {
  const decoder = createHeicDecoder({ tempDir: await createTemporaryFolder() })
  onTestFinished(() => decoder.close())
  const { data } = await decoder.decode(fixture(name))
  expect(createHash('sha256').update(data).digest('hex').slice(0, 16)).toBe(checksum)
})
