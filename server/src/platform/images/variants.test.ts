import { join } from 'node:path'
import { thumbHashToRGBA } from 'thumbhash'
import { describe, expect, test } from 'vitest'
import { isSampled } from '../../testing/sample.ts'
import { tagPng } from './colour.ts'
import { BrokenPictureError } from './errors.ts'
import {
  createGreyProfile,
  createQuadrants,
  createQuadrantsJpeg,
  createTemporaryFolder,
  readPixels,
  readQuadrants,
  replaceSize,
} from './pictures.testing.ts'
import { sharp } from './pixel-engine.ts'
import { renderWhole } from './pixels.ts'
import { encodeFitted, makeSmallestVariant, makeVariants } from './variants.ts'

const sizes = (made: { variants: { size: number; width: number; height: number }[] }) =>
  made.variants.map(({ size, width, height }) => [size, width, height])

/** A black, a grey and a white third, side by side. */
const createStripes = (width: number, height: number) => {
  const row = Buffer.from(
    Array.from({ length: width }, (_, x) => [0, 128, 255][Math.floor((x * 3) / width)]!),
  )
  return sharp(Buffer.concat(Array.from({ length: height }, () => row)), {
    raw: { width, height, channels: 1 },
  })
}

/** From black on the left to `end` on the right, in 16 bits. */
const createGreyRamp = (end = 1) => {
  const row = Uint16Array.from({ length: 600 }, (_, x) => Math.round(((x + 0.5) / 600) * end * 65_535))
  const pixels = Uint16Array.from({ length: 600 * 400 }, (_, index) => row[index % 600]!)
  return sharp(pixels, { raw: { width: 600, height: 400, channels: 1 } })
    .toColourspace('grey16')
    .png()
    .toBuffer()
}

/** The sRGB value of a linear share of white. */
const toSrgbValue = (linear: number) =>
  255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055)

/** Sizes of pictures, and those of their variants. */
const STRIPS: readonly [width: number, height: number, ...variants: number[][]][] = [
  [3_000, 1_520, [1300, 659], [800, 406], [300, 152]],
  [4_000, 2_000, [1300, 650], [800, 400], [600, 300]],
  [5_800, 2_000, [1300, 448], [800, 276], [600, 207]],
  [6_000, 2_000, [1300, 433], [800, 266], [900, 300]],
  [6_000, 600, [2000, 200], [2000, 200], [900, 300]],
  [20_000, 600, [5200, 200], [3200, 200], [900, 300]],
  [30_000, 300, [5200, 200], [3200, 200], [900, 300]],
  [2_000, 100, [2000, 100], [2000, 100], [300, 100]],
  [5_000, 2, [5000, 2], [3200, 2], [6, 2]],
]

describe('PL-171 variants', () => {
  test('PL-159 three variants fit into their boxes, with their exact sizes', async () => {
    const made = await makeVariants({ bytes: await createQuadrants(2_000, 1_500).jpeg().toBuffer() })
    expect(made).toMatchObject({ width: 2_000, height: 1_500 })
    expect(sizes(made)).toEqual([
      [1300, 1300, 975],
      [800, 800, 600],
      [300, 300, 225],
    ])
    for (const { bytes, width, height } of made.variants) {
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width, height, channels: 3 })
      expect(await readQuadrants(bytes)).toEqual(['red', 'green', 'blue', 'white'])
    }
  })

  test('a small picture is never enlarged', async () => {
    const made = await makeVariants({ bytes: await createQuadrants(400, 200).jpeg().toBuffer() })
    expect(sizes(made)).toEqual([
      [1300, 400, 200],
      [800, 400, 200],
      [300, 400, 200],
    ])
  })

  test.each(STRIPS.filter((_, place) => isSampled(place)))(
    'NX-253 RV-805 %i × %i, and turned, has variants with a usable short edge',
    async (width, height, ...expected) => {
      const strip = sharp({ create: { width, height, channels: 3, background: '#808080' } })
      const bytes = await strip.jpeg().toBuffer()
      const upright = await sharp(bytes).withMetadata({ orientation: 6 }).toBuffer()
      for (const [source, isTurned] of [
        [bytes, false],
        [upright, true],
      ] as const) {
        const made = await makeVariants({ bytes: source })
        expect(made).toMatchObject(isTurned ? { width: height, height: width } : { width, height })
        const turned = expected.map(([long, short]) => (isTurned ? [short, long] : [long, short]))
        expect(made.variants.map(each => [each.width, each.height])).toEqual(turned)
        expect(sizes(await makeSmallestVariant({ bytes: source }))).toEqual([[300, ...turned[2]!]])
        for (const variant of made.variants) {
          const { width, height } = variant
          expect(await sharp(variant.bytes).metadata()).toMatchObject({ width, height })
        }
      }
    },
  )

  test('NX-253 the variant 300 of a panorama is its middle, the larger ones show both ends', async () => {
    const { variants } = await makeVariants({ bytes: await createStripes(10_000, 800).png().toBuffer() })
    const ends = variants.map(({ bytes }) =>
      readPixels(bytes, [
        [0.02, 0.5],
        [0.5, 0.5],
        [0.98, 0.5],
      ]),
    )
    const grey = (value: number) => [value, value, value]
    expect(await Promise.all(ends)).toEqual([
      [grey(0), grey(128), grey(255)],
      [grey(0), grey(128), grey(255)],
      [grey(128), grey(128), grey(128)],
    ])
  })

  test.each([
    [1, 'red green blue white'],
    [2, 'green red white blue'],
    [3, 'white blue green red'],
    [4, 'blue white red green'],
    [5, 'red blue green white'],
    [6, 'blue red white green'],
    [7, 'white green blue red'],
    [8, 'green white red blue'],
  ])('orientation %i is applied once and leaves no trace', async (orientation, upright) => {
    const made = await makeVariants({
      bytes: await createQuadrantsJpeg().withMetadata({ orientation }).toBuffer(),
    })
    const turned = orientation >= 5
    expect([made.width, made.height]).toEqual(turned ? [64, 96] : [96, 64])
    for (const { bytes, width, height } of made.variants) {
      expect([width, height]).toEqual(turned ? [64, 96] : [96, 64])
      expect((await readQuadrants(bytes)).join(' ')).toBe(upright)
      expect((await sharp(bytes).metadata()).orientation).toBeUndefined()
    }
  })

  test('variants have no metadata and no position', async () => {
    const place = {
      GPSLatitude: '51/1 30/1 0/1',
      GPSLatitudeRef: 'N',
      GPSLongitude: '0/1 7/1 0/1',
      GPSLongitudeRef: 'W',
    }
    const source = {
      bytes: await createQuadrantsJpeg().withExif({ IFD3: place }).withIccProfile('p3').toBuffer(),
    }
    const made = [
      ...(await makeVariants(source)).variants.map(({ bytes }) => bytes),
      await renderWhole(source, 90),
    ]
    expect(await sharp(source.bytes).metadata()).toHaveProperty('exif')
    for (const bytes of made) {
      const metadata = await sharp(bytes).metadata()
      for (const kind of ['exif', 'icc', 'iptc', 'xmp']) expect(metadata).not.toHaveProperty(kind)
    }
  })

  test('a wide-gamut picture is converted to sRGB, not only relabelled', async () => {
    const bytes = await createQuadrantsJpeg().withIccProfile('p3').toBuffer()
    for (const variant of (await makeVariants({ bytes })).variants) {
      expect(await readQuadrants(variant.bytes)).toEqual(['red', 'green', 'blue', 'white'])
    }
  })

  test('transparent becomes white, also in 16 bit', async () => {
    const clear = sharp({
      create: { width: 40, height: 40, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
    })
    for (const bytes of [await clear.png().toBuffer(), await clear.toColourspace('rgb16').png().toBuffer()]) {
      const [variant] = (await makeVariants({ bytes })).variants
      expect(await readPixels(variant!.bytes, [[0.5, 0.5]])).toEqual([[255, 255, 255]])
    }
  })

  test('grey and CMYK pictures work', async () => {
    const grey = sharp({ create: { width: 40, height: 40, channels: 3, background: '#808080' } })
    for (const bytes of [
      await grey.clone().greyscale().jpeg().toBuffer(),
      await grey.clone().greyscale().png().toBuffer(),
      await grey.clone().toColourspace('cmyk').jpeg().toBuffer(),
    ]) {
      const [variant] = (await makeVariants({ bytes })).variants
      const [pixel] = await readPixels(variant!.bytes, [[0.5, 0.5]])
      for (const value of pixel!) expect(Math.abs(value - 0x80)).toBeLessThan(20)
    }
  })

  test.each([
    ['linear', createGreyProfile(1), 1],
    ['of gamma 1.8', createGreyProfile(1.8), 1.8],
  ])('NX-252 RV-809 grey of 16 bits with a profile %s is shown through it', async (_, profile, gamma) => {
    const bytes = tagPng(await createGreyRamp(), profile)
    const twin = tagPng(
      await sharp(await createGreyRamp())
        .toColourspace('b-w')
        .png()
        .toBuffer(),
      profile,
    )
    expect((await sharp(twin).metadata()).depth).toBe('uchar')
    const places = [0.005, 0.02, 0.1, 0.5, 0.9, 0.995].map(share => [share, 0.5] as [number, number])
    for (const render of [
      async (bytes: Buffer) => (await makeVariants({ bytes })).variants[2]!.bytes,
      async (bytes: Buffer) => (await encodeFitted({ bytes }, 300)).bytes,
      (bytes: Buffer) => renderWhole({ bytes }, 90),
    ]) {
      const twinPixels = await readPixels(await render(twin), places)
      for (const [index, pixel] of (await readPixels(await render(bytes), places)).entries()) {
        const share = places[index]![0]
        for (const value of pixel) {
          // In dark tones half a step of 8 linear bits is up to 6.
          expect(Math.abs(value - twinPixels[index]![0]!)).toBeLessThanOrEqual(share < 0.1 ? 6 : 3)
          if (share >= 0.1) expect(Math.abs(value - toSrgbValue(share ** gamma))).toBeLessThanOrEqual(4)
        }
      }
    }
  })

  test('NX-252 dark tones of a linear profile do not band', async () => {
    const bytes = tagPng(await createGreyRamp(0.05), createGreyProfile(1))
    const whole = await renderWhole({ bytes }, 100)
    const { data } = await sharp(whole).extractChannel(0).raw().toBuffer({ resolveWithObject: true })
    expect(new Set(data).size).toBeGreaterThan(toSrgbValue(0.05) * 0.9)
  })

  test('NX-252 grey of 16 bits without a usable profile keeps its values; transparent is white', async () => {
    const untagged = await createGreyRamp()
    for (const bytes of [untagged, tagPng(untagged, Buffer.from('no profile'))]) {
      const [pixel] = await readPixels((await makeVariants({ bytes })).variants[2]!.bytes, [[0.5, 0.5]])
      expect(Math.abs(pixel![0]! - 128)).toBeLessThan(3)
    }
    const clear = await sharp(untagged).ensureAlpha(0).toColourspace('grey16').png().toBuffer()
    const { variants } = await makeVariants({ bytes: tagPng(clear, createGreyProfile(1)) })
    expect(await readPixels(variants[2]!.bytes, [[0.5, 0.5]])).toEqual([[255, 255, 255]])
  })

  test('the placeholder resembles the picture in some 25 bytes', async () => {
    const { placeholder } = await makeVariants({ bytes: await createQuadrants(600, 400).jpeg().toBuffer() })
    const hash = Buffer.from(placeholder, 'base64url')
    expect(hash.length).toBeLessThanOrEqual(30)
    const { w, h, rgba } = thumbHashToRGBA(hash)
    const at = (x: number, y: number) => [
      ...rgba.subarray((Math.floor(y * h) * w + Math.floor(x * w)) * 4).subarray(0, 3),
    ]
    const [red, , blue] = at(0.2, 0.2)
    expect(red).toBeGreaterThan(blue! + 60)
    const lowerLeft = at(0.2, 0.8)
    expect(lowerLeft[2]).toBeGreaterThan(lowerLeft[0]! + 60)
  })

  test('the smallest variant alone has the same size and orientation', async () => {
    const bytes = await createQuadrants(2_000, 1_500).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const quick = await makeSmallestVariant({ bytes })
    expect(quick).toMatchObject({ width: 1_500, height: 2_000 })
    expect(sizes(quick)).toEqual([[300, 225, 300]])
    expect(await readQuadrants(quick.variants[0]!.bytes)).toEqual(['blue', 'red', 'white', 'green'])
  })

  test('the whole picture for zooming is upright and in full size', async () => {
    const bytes = await createQuadrants(2_000, 1_500).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const large = await renderWhole({ bytes }, 90)
    expect(await sharp(large).metadata()).toMatchObject({ width: 1_500, height: 2_000 })
    expect(await readQuadrants(large)).toEqual(['blue', 'red', 'white', 'green'])
  })
})

describe('PL-170 broken pictures', () => {
  const detailed = () => {
    const data = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, at) => (at * 2_654_435_761) >>> 24))
    return sharp(data, { raw: { width: 300, height: 300, channels: 3 } })
      .jpeg()
      .toBuffer()
  }

  test('truncated and scrambled pixel data are refused, not shown in grey', async () => {
    const jpeg = await detailed()
    const cut = jpeg.subarray(0, jpeg.length / 2)
    const scrambled = Buffer.from(jpeg)
    scrambled.fill(0x55, jpeg.length / 2, jpeg.length - 200)
    const png = await createQuadrants().png().toBuffer()
    for (const bytes of [cut, scrambled, png.subarray(0, png.length - 30)]) {
      await expect(makeVariants({ bytes })).rejects.toThrow(BrokenPictureError)
      await expect(renderWhole({ bytes }, 90)).rejects.toThrow(BrokenPictureError)
    }
  })

  test('stray bytes that lose no pixel are tolerated', async () => {
    const jpeg = await createQuadrantsJpeg().toBuffer()
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    const bytes = Buffer.concat([jpeg.subarray(0, frame), Buffer.from('001122', 'hex'), jpeg.subarray(frame)])
    await expect(sharp(bytes, { failOn: 'warning' }).raw().toBuffer()).rejects.toThrow('extraneous')
    const { variants } = await makeVariants({ bytes })
    expect(await readQuadrants(variants[0]!.bytes)).toEqual(['red', 'green', 'blue', 'white'])
  })

  test('decompression bombs are refused before decoding', async () => {
    const bytes = replaceSize(await createQuadrantsJpeg().toBuffer(), 65_500, 65_500)
    await expect(makeVariants({ bytes })).rejects.toThrow(/pixel limit/)
  })

  test('libvips opens only JPEG and PNG', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    )
    for (const bytes of [
      svg,
      await createQuadrants().webp().toBuffer(),
      await createQuadrants().tiff().toBuffer(),
    ]) {
      await expect(makeVariants({ bytes })).rejects.toThrow(/unsupported image format/)
    }
  })

  test('a missing file is not a broken picture', async () => {
    const path = join(await createTemporaryFolder(), 'missing.jpg')
    await expect(makeVariants({ path })).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
