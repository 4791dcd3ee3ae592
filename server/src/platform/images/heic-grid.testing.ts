import { readHeicItem, readHeicMeta } from './heic-boxes.ts'
import { createBytesAccess } from './random-access.ts'

/**
 * Creates a HEIC of columns × rows tiles that all show the one coded picture of `tile`, as phones store large pictures
 * (ISO/IEC 23008-12, section 6.6.2.3). It needs the memory and time of a picture of that size, in a file of a few
 * kilobytes. Different numbers give different bytes. `metadata` are further items.
 */
export async function createGridHeic(
  tile: Buffer,
  columns: number,
  rows: number,
  number = 0,
  metadata: { type: 'Exif' | 'mime' | 'uri '; content: Buffer }[] = [],
): Promise<Buffer> {
  const source = createBytesAccess(tile)
  const meta = await readHeicMeta(source)
  const item = meta.items.get(meta.primary)!
  const codedTile = (await readHeicItem(source, meta, item, tile.length))!
  const { width, height } = item.size!
  const tiles = Array.from({ length: columns * rows }, (_, i) => i + 2)
  const size = { width: width * columns, height: height * rows }
  const colours = tile.includes('colr', 0, 'latin1') ? [findBox(tile, 'colr')] : []
  const grid = bytes([0, 1, rows - 1, columns - 1], toU32(size.width), toU32(size.height))
  const locateMetadata = (offset: number) =>
    metadata.map(({ content }, i) => {
      const before = metadata.slice(0, i).reduce((sum, each) => sum + each.content.length, 0)
      return createLocation(METADATA_ID + i, 0, offset + codedTile.length + before, content.length)
    })
  const build = (offset: number) =>
    createBox(
      'meta',
      toU32(0),
      createBox('hdlr', toU32(0), toU32(0), bytes('pict'), Buffer.alloc(13)),
      createBox('pitm', toU32(0), toU16(1)),
      createBox(
        'iinf',
        toU32(0),
        toU16(1 + tiles.length + metadata.length),
        createItemInfo(1, 'grid'),
        ...tiles.map(id => createItemInfo(id, 'hvc1', 1)),
        ...metadata.map(({ type }, i) => createItemInfo(METADATA_ID + i, type)),
      ),
      createBox('iref', toU32(0), createBox('dimg', toU16(1), toU16(tiles.length), ...tiles.map(toU16))),
      createBox(
        'iprp',
        createBox(
          'ipco',
          findBox(tile, 'hvcC'),
          createImageSize(width, height),
          createImageSize(size.width, size.height),
          ...colours,
        ),
        createBox(
          'ipma',
          toU32(0),
          toU32(1 + tiles.length),
          bytes(toU16(1), [1 + colours.length, 3, ...colours.map(() => 4)]),
          ...tiles.map(id => bytes(toU16(id), [2, 0x81, 2])),
        ),
      ),
      createBox(
        'iloc',
        bytes([1, 0, 0, 0], toU16(0x4400), toU16(1 + tiles.length + metadata.length)),
        createLocation(1, 1, 0, grid.length),
        ...tiles.map(id => createLocation(id, 0, offset, codedTile.length)),
        ...locateMetadata(offset),
      ),
      createBox('idat', grid),
    )
  const head = createBox('ftyp', bytes('heic'), toU32(0), bytes('mif1'), bytes('heic'))
  const offset = head.length + build(0).length + 8
  const contents = metadata.map(({ content }) => content)
  return Buffer.concat([
    head,
    build(offset),
    createBox('mdat', codedTile, ...contents),
    createBox('free', toU32(number)),
  ])
}

const METADATA_ID = 10_000

const createItemInfo = (id: number, type: string, flags = 0) =>
  createBox(
    'infe',
    bytes([2, 0, 0, flags]),
    toU16(id),
    toU16(0),
    bytes(type, [0], type === 'mime' ? 'application/rdf+xml\0' : ''),
  )

const createImageSize = (width: number, height: number) =>
  createBox('ispe', toU32(0), toU32(width), toU32(height))

const createLocation = (id: number, method: number, offset: number, length: number) =>
  bytes(toU16(id), toU16(method), toU16(0), toU16(1), toU32(offset), toU32(length))

/** Finds the box of that type with its header, at any depth. */
function findBox(file: Buffer, type: string): Buffer {
  const start = file.indexOf(type, 0, 'latin1') - 4
  return file.subarray(start, start + file.readUInt32BE(start))
}

export const createBox = (type: string, ...body: Buffer[]) => {
  const content = Buffer.concat(body)
  return Buffer.concat([toU32(content.length + 8), bytes(type), content])
}

const bytes = (...parts: (string | number[] | Buffer)[]) =>
  Buffer.concat(
    parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )

export const toU16 = (value: number) => Buffer.from([value >> 8, value & 255])

export const toU32 = (value: number) => {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(value)
  return buffer
}
