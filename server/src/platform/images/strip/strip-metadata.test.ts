import { describe, expect, test } from 'vitest'
import { createBox, toU16, toU32 } from '../heic-grid.testing.ts'
import { createImages, type PictureType } from '../index.ts'
import { MAX_SEGMENTS } from '../jpeg-segments.ts'
import { readMetadataBlocks } from '../metadata-blocks.ts'
import { createTemporaryFolder, insertSegment } from '../pictures.testing.ts'
import { sharp } from '../pixel-engine.ts'
import { MAX_CHUNKS } from '../png-chunks.ts'
import { createBytesAccess } from '../random-access.ts'
import { checkStructure } from '../structure.ts'
import {
  ascii,
  CAMERA,
  createMarkedHeic,
  createMarkedJpeg,
  createMarkedPng,
  createMarkedTiff,
  createTiff,
  DATE,
  MARKED_XMP,
  MARKS,
  type TiffDirectories,
  XMP_DATE,
} from './marked-pictures.testing.ts'
import { stripMetadata } from './strip-metadata.ts'
import { stripTiff } from './strip-tiff.ts'
import { stripXmp } from './strip-xmp.ts'

async function strip(
  bytes: Buffer,
  type: PictureType,
  { start = 0, end = bytes.length - 1, step = 1000 } = {},
): Promise<Buffer> {
  async function* stream() {
    for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step)
  }
  const picture = { ...createBytesAccess(bytes), stream }
  return Buffer.concat(await Array.fromAsync(stripMetadata(picture, type, { start, end })))
}

const findMarks = (bytes: Buffer) => MARKS.filter(mark => bytes.includes(mark, 0, 'latin1'))
const readPixels = (bytes: Buffer) => sharp(bytes, { failOn: 'warning' }).raw().toBuffer()

const pictures: [PictureType, (number: number) => Promise<Buffer>][] = [
  ['image/jpeg', createMarkedJpeg],
  ['image/png', createMarkedPng],
  ['image/heic', createMarkedHeic],
]

describe.each(pictures)('RV-1153 %s without personal metadata', (type, create) => {
  test.each([0, 1])(
    'picture %i has its length, its date and its camera, and nothing personal',
    async number => {
      const picture = await create(number)
      expect(findMarks(picture)).toEqual(MARKS.filter(mark => mark !== 'KRAM' || type === 'image/jpeg'))
      const stripped = await strip(picture, type)
      expect(stripped.length).toBe(picture.length)
      expect(findMarks(stripped)).toEqual([])
      const images = createImages({ tempDir: await createTemporaryFolder() })
      const metadata = await images.readMetadata(createBytesAccess(stripped), type, { fileName: 'a.jpg' })
      expect(metadata).toMatchObject({ takenAt: '2024-05-03T14:15:00', hasLocation: false })
      expect(metadata.camera).toMatchObject({ model: CAMERA, lens: 'A lens' })
      const { xmp } = await readMetadataBlocks(createBytesAccess(stripped), type)
      expect(String(xmp)).toContain(`<xmp:CreateDate>${XMP_DATE}</xmp:CreateDate>`)
      expect(await images.checkStructure(createBytesAccess(stripped))).toEqual(
        await images.checkStructure(createBytesAccess(picture)),
      )
      const render = async (bytes: Buffer) => {
        const picture = await images.renderFitted({ bytes, type }, 400)
        return Buffer.from(picture.bytes)
      }
      expect((await render(stripped)).equals(await render(picture))).toBe(true)
      if (type !== 'image/heic') expect(await readPixels(stripped)).toEqual(await readPixels(picture))
      await images.close()
    },
  )

  test('any range of it is that part, however the bytes arrive', async () => {
    const picture = await create(1)
    const whole = await strip(picture, type)
    for (let start = 0; start < picture.length; start += 97) {
      const range = { start, end: Math.min(start + 150, picture.length - 1), step: 1 + (start % 89) }
      expect((await strip(picture, type, range)).equals(whole.subarray(start, range.end + 1))).toBe(true)
    }
  })

  test('of a file that is cut off or damaged anywhere nothing personal leaves', async () => {
    const picture = await create(0)
    for (let at = 8; at < picture.length; at += 61) {
      expect(findMarks(await strip(picture.subarray(0, at), type))).toEqual([])
      const damaged = Buffer.from(picture)
      damaged.fill(0xff, at, at + 2)
      // A pixel chunk that swallows those behind it is refused when it is uploaded.
      const isRefused = !(await checkStructure(createBytesAccess(damaged))).ok
      if (type === 'image/png' && isRefused) continue
      const stripped = await strip(damaged, type)
      expect(stripped.length).toBe(picture.length)
      expect(findMarks(stripped)).toEqual([])
    }
  })
})

describe('RV-1153 Exif', () => {
  const change = (tiff: Buffer, at: number, value: number) => {
    const copy = Buffer.from(tiff)
    copy.writeUInt32LE(value, at)
    return copy
  }
  const findEntry = (tiff: Buffer, tag: number) => {
    const bytes = Buffer.alloc(2)
    bytes.writeUInt16LE(tag)
    return tiff.indexOf(bytes, 8)
  }

  test('offsets that loop or are out of range neither hang nor leak', () => {
    const tiff = createMarkedTiff(true)
    const [exif, gps, camera] = [0x8769, 0x8825, 0x110].map(tag => findEntry(tiff, tag))
    const pointers = [4, exif! + 8, gps! + 8, camera! + 8, camera! + 4]
    for (const at of pointers)
      for (const value of [0, 8, 9, exif!, tiff.length - 1, tiff.length, 0x7fffffff, 0xffffffff]) {
        const stripped = stripTiff(change(tiff, at, value))
        expect(findMarks(stripped)).toEqual([])
        expect(stripped.length).toBe(tiff.length)
      }
  })

  test('a value at the place of a personal one does not leave', () => {
    const tiff = createMarkedTiff(true)
    for (const text of ['MARK artist', 'MARK body', 'MARK maker', 'MARK thumbnail'])
      expect(findMarks(stripTiff(change(tiff, findEntry(tiff, 0x110) + 8, tiff.indexOf(text))))).toEqual([])
  })

  test('an empty directory of the position, one that is missing, and one without an end', () => {
    const gps: TiffDirectories[] = [{ gps: [] }, {}]
    for (const directories of gps) {
      const tiff = createTiff(true, { image: [ascii(0x110, CAMERA)], ...directories })
      expect(stripTiff(tiff).includes(CAMERA)).toBe(true)
    }
    const tiff = createMarkedTiff(true)
    const endless = change(tiff, tiff.readUInt32LE(findEntry(tiff, 0x8825) + 8), 0xffff)
    expect(findMarks(stripTiff(endless))).toEqual([])
  })

  test('the turn and the date stay in both byte orders', () => {
    for (const isLittleEndian of [true, false]) {
      const stripped = stripTiff(createMarkedTiff(isLittleEndian))
      expect(stripped.includes(DATE)).toBe(true)
      expect(stripped.includes(CAMERA)).toBe(true)
      expect(findMarks(stripped)).toEqual([])
    }
  })

  test('a second block, and one that is no TIFF, leave as zeros', async () => {
    const jpeg = await createMarkedJpeg()
    const twice = insertSegment(jpeg, 0xe1, Buffer.from('Exif\0\0MARK without a header'))
    expect(findMarks(await strip(twice, 'image/jpeg'))).toEqual([])
  })
})

test('RV-1153 XMP keeps dates and the numbers of a gain map; without any, or broken, it is blank', () => {
  const text = String(stripXmp(MARKED_XMP))
  expect(text).toContain('<hdrgm:GainMapMax>2.5</hdrgm:GainMapMax>')
  expect(text).not.toContain('DateCreated')
  for (const packet of ['<x:xmpmeta>MARK', MARKED_XMP.toString('utf16le'), `${MARKED_XMP}`.slice(0, 900)])
    expect(String(stripXmp(Buffer.from(packet)))).not.toContain('MARK')
  expect(String(stripXmp(Buffer.from('<a>MARK</a>')))).toBe(' '.repeat(11))
})

const MAKER = Buffer.from('0f0102001000000010000000', 'hex')
const ARTIST = Buffer.from('3b0102001000000040000000', 'hex')

test('RV-1153 of a directory only the first 256 entries can stay, and texts without an end leave blank', () => {
  // Makers and artists in turn, with values that are not at one place.
  const entries = Array.from({ length: 65_535 }, (_, i) => (i % 2 ? MAKER : ARTIST))
  const header = Buffer.from('49492a0008000000', 'hex')
  const stripped = stripTiff(Buffer.concat([header, Buffer.from('ffff', 'hex'), ...entries]))
  expect(stripped.subarray(0, 8).equals(header)).toBe(true)
  expect(stripped.subarray(10 + 256 * MAKER.length).some(byte => byte !== 0)).toBe(false)
  for (const part of ['<xmp:CreateDate>', ' xmp:CreateDate="', '<rdf:li>']) {
    const packet = Buffer.from(part.repeat(524_288 / part.length))
    expect(String(stripXmp(packet)).trim()).toBe('')
  }
})

describe('RV-1153 the work on a hostile file is bounded', () => {
  const MB = 1_000_000
  test.each<[string, PictureType, number[], number[], number]>([
    ['standalone markers of a JPEG', 'image/jpeg', [0xff, 0xd8], [0xff, 0xd0], MAX_SEGMENTS],
    ['empty segments of a JPEG', 'image/jpeg', [0xff, 0xd8], [0xff, 0xfe, 0, 2], MAX_SEGMENTS],
    ['empty pictures in a JPEG', 'image/jpeg', [], [0xff, 0xd8, 0xff, 0xd9], MAX_SEGMENTS],
    [
      'empty chunks of a PNG',
      'image/png',
      Array(8).fill(0),
      [0, 0, 0, 0, ...Buffer.from('tEXt'), 0, 0, 0, 0],
      MAX_CHUNKS,
    ],
  ])('%s: from the last that is read on only zeros leave', async (_, type, head, part, count) => {
    const file = Buffer.concat([Buffer.from(head), Buffer.alloc(12 * MB, Buffer.from(part))])
    const stripped = await strip(file, type, { step: 65_536 })
    expect(stripped.length).toBe(file.length)
    const end = head.length + (count + 1) * part.length
    expect(stripped.subarray(0, end).some(byte => byte !== 0)).toBe(true)
    expect(stripped.subarray(end).some(byte => byte !== 0)).toBe(false)
  })

  test.each([
    ['in the file', 0],
    ['in idat', 1],
  ])('of a HEIC whose items are all the same bytes %s each byte is read once', async (_, method) => {
    const shared = createSharedHeic(3000, method, 4 * MB)
    expect((await strip(shared, 'image/heic', { step: 65_536 })).equals(shared)).toBe(true)
  })

  test('a HEIC whose table names billions of extents without a size is broken, and only zeros leave', async () => {
    const table = createSharedHeic(3000, 0, 10, { sizes: 0, extents: 65_535 })
    expect((await checkStructure(createBytesAccess(table))).ok).toBe(false)
    expect((await strip(table, 'image/heic')).some(byte => byte !== 0)).toBe(false)
  })
})

/** Creates a HEIC of `count` items that are all the same `length` bytes: of the file, or (method 1) of idat. */
function createSharedHeic(
  count: number,
  method: number,
  length: number,
  { sizes = 0x4400, extents = 1 } = {},
): Buffer {
  const numbers = Array.from({ length: count }, (_, i) => i + 1)
  const head = createBox('ftyp', Buffer.from('heic'), toU32(0), Buffer.from('mif1heic'))
  const infos = numbers.map(id =>
    createBox('infe', toU32(0x2000000), toU16(id), toU16(0), Buffer.from('grid\0')),
  )
  const content = Buffer.alloc(length, 7)
  const build = (offset: number) => {
    const range = sizes ? [toU32(method ? 0 : offset), toU32(length)] : []
    const locations = numbers.map(id =>
      Buffer.concat([toU16(id), toU16(method), toU16(0), toU16(extents), ...range]),
    )
    return createBox(
      'meta',
      toU32(0),
      createBox('pitm', toU32(0), toU16(1)),
      createBox('iinf', toU32(0), toU16(count), ...infos),
      createBox('iprp', createBox('ipco'), createBox('ipma', toU32(0), toU32(0))),
      createBox('iloc', toU32(0x1000000), toU16(sizes), toU16(count), ...locations),
      ...(method ? [createBox('idat', content)] : []),
    )
  }
  const offset = head.length + build(0).length + 8
  return Buffer.concat([head, build(offset), ...(method ? [] : [createBox('mdat', content)])])
}
