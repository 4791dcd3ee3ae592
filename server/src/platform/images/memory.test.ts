import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { estimateDecodingBytes } from './heic.ts'
import { readHeicMeta } from './heic-boxes.ts'
import { createGridHeic } from './heic-grid.testing.ts'
import { createImages } from './index.ts'
import { createQuadrants, createTemporaryFolder } from './pictures.testing.ts'
import { sharp } from './pixel-engine.ts'
import { createBytesAccess } from './random-access.ts'

const tile = await readFile(new URL('./fixtures/quadrants.heic', import.meta.url))

const openImages = () =>
  createTemporaryFolder().then(tempDir => {
    const images = createImages({ tempDir })
    onTestFinished(() => images.close())
    return { images, path: join(tempDir, 'picture') }
  })

/** The tile with another chroma format (1: 4:2:0, 3: 4:4:4) and depth in its configuration. */
const tileOf = (chromaFormat: number, bits: number) => {
  const copy = Buffer.from(tile)
  const configuration = copy.indexOf('hvcC') + 4
  copy[configuration + 16] = 0xfc | chromaFormat
  copy[configuration + 17] = 0xf8 | (bits - 8)
  copy[configuration + 18] = 0xf8 | (bits - 8)
  return copy
}

test.each([
  ['4:2:0 with 8 bits', 1, 8, 6.3],
  ['4:4:4 with 8 bits', 3, 8, 9.6],
  ['4:2:0 with 10 bits', 1, 10, 9.6],
  ['4:4:4 with 10 bits', 3, 10, 16.2],
  ['monochrome', 0, 8, 5.2],
])('RV-303 the memory of a HEIC is known before it is decoded: %s', async (_, chroma, bits, bytes) => {
  const file = await createGridHeic(tileOf(chroma, bits), 10, 20)
  expect(estimateDecodingBytes(await readHeicMeta(createBytesAccess(file)))).toBeCloseTo(
    960 * 1280 * bytes,
    0,
  )
})

test('RV-303 a grid of tiles is decoded whole, tile by tile', async () => {
  const { images, path } = await openImages()
  await writeFile(path, await createGridHeic(tile, 3, 2))
  const { width, height, variants } = await images.makeVariants({ path, type: 'image/heic' })
  expect([width, height, variants.length]).toEqual([288, 128, 3])
})

test('NX-253 a HEIC panorama has variants with a usable short edge', async () => {
  const { images, path } = await openImages()
  await writeFile(path, await createGridHeic(tile, 40, 5))
  const file = { path, type: 'image/heic' } as const
  const { width, height, variants } = await images.makeVariants(file)
  expect([width, height]).toEqual([3840, 320])
  const sizes = [...variants, ...(await images.makeVariants(file, { first: 300 })).variants]
  expect(sizes.map(each => [each.size, each.width, each.height])).toEqual([
    [1300, 2400, 200],
    [800, 2400, 200],
    [300, 900, 300],
    [300, 900, 300],
  ])
})

test('RV-303 a grid of more tiles than the decoder takes is too large, not broken', async () => {
  const { images, path } = await openImages()
  await writeFile(path, await createGridHeic(tile, 40, 26))
  const failed = await images.makeVariants({ path, type: 'image/heic' }).catch(error => error)
  expect(failed).toMatchObject({ name: 'PictureTooLargeError' })
})

test('RV-303 a progressive JPEG or interlaced PNG that needs too much memory at once is not decoded', async () => {
  const { images, path } = await openImages()
  const jpeg = await createQuadrants().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc2]))
  jpeg.writeUInt16BE(15_000, frame + 5)
  jpeg.writeUInt16BE(15_000, frame + 7)
  await writeFile(path, jpeg)
  const failed = await images.makeVariants({ path, type: 'image/jpeg' }).catch(error => error)
  expect(failed).toMatchObject({ name: 'PictureTooLargeError', message: 'decoding needs 1288 MiB' })
  // A usual one is shown.
  await writeFile(path, await createQuadrants().jpeg({ progressive: true }).toBuffer())
  expect((await images.makeVariants({ path, type: 'image/jpeg' })).width).toBe(96)
  const png = await sharp(await createQuadrants().png().toBuffer())
    .png({ progressive: true })
    .toBuffer()
  await writeFile(path, png)
  expect((await images.makeVariants({ path, type: 'image/png' })).width).toBe(96)
  const header = png.indexOf('IHDR')
  png.writeUInt32BE(17_000, header + 4)
  png.writeUInt32BE(17_000, header + 8)
  png.writeUInt32BE(crc32(png.subarray(header, header + 17)), header + 17)
  await writeFile(path, png)
  const tooLarge = await images.makeVariants({ path, type: 'image/png' }).catch(error => error)
  expect(tooLarge).toMatchObject({ name: 'PictureTooLargeError', message: 'decoding needs 827 MiB' })
})
