import sharp from 'sharp'

/*
 * Generated pictures like those of phones: 12 megapixels, noisy, smooth and rotated ones. Each call returns different
 * bytes of the same pixels, so that none is a duplicate of an uploaded photo.
 */

const WIDTH = 4032
const HEIGHT = 3024

export interface Picture {
  name: string
  bytes: Buffer
}

/** `count` pictures, cycling through noisy ones, a smooth one, and a portrait with a wide colour gamut. */
export async function createPictures(count: number): Promise<Picture[]> {
  const kinds = await createBasePictures()
  return Array.from({ length: count }, (_, i) => ({
    name: `IMG_${String(++createdCount).padStart(5, '0')}.jpg`,
    bytes: addNumberComment(kinds[i % kinds.length]!, createdCount),
  }))
}

let createdCount = 0
let basePictures: Promise<Buffer[]> | undefined

function createBasePictures(): Promise<Buffer[]> {
  basePictures ??= (async () => {
    const [noisy, smooth] = [await drawPicture(20), await drawPicture(5)]
    const rotated = await sharp(await drawPicture(14))
      .withIccProfile('p3')
      .withExif({ IFD0: { Orientation: '6' }, IFD2: { DateTimeOriginal: '2024:05:03 14:15:00' } })
      .jpeg({ quality: 90 })
      .toBuffer()
    return [noisy, noisy, smooth, rotated]
  })()
  return basePictures
}

/** Gradients and waves under grain of the given strength. */
async function drawPicture(grain: number): Promise<Buffer> {
  const pixels = new Uint8ClampedArray(WIDTH * HEIGHT * 3)
  for (let y = 0, at = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const wave = 50 * Math.sin(x / 190 + y / 700) + 40 * Math.sin(y / 90 - x / 450)
      pixels[at++] = 60 + wave + (120 * y) / HEIGHT
      pixels[at++] = 100 + wave / 2 + (80 * x) / WIDTH
      pixels[at++] = 150 - wave + ((x >> 8) & 1) * 20
    }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .composite([{ input: await createNoise(grain), blend: 'soft-light' }])
    .withExif({ IFD0: { Make: 'Bench', Model: 'One' }, IFD2: { DateTimeOriginal: '2023:08:19 09:30:00' } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

function createNoise(sigma: number): Promise<Buffer> {
  const grain = { type: 'gaussian', mean: 128, sigma } as const
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#000', noise: grain } })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

/** Adds a comment segment after the first marker of a picture, which makes its bytes unique. */
function addNumberComment(jpeg: Buffer, number: number): Buffer {
  const text = Buffer.from(`picture ${number}`)
  const comment = Buffer.from([0xff, 0xfe, 0, text.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), comment, text, jpeg.subarray(2)])
}
