import { readHeicItem, readHeicMeta } from './heic-boxes.ts'
import { createBytesAccess } from './random-access.ts'

/**
 * Creates a HEIC of columns × rows tiles that all show the one coded picture of `tile`, as phones store large pictures
 * (ISO/IEC 23008-12, section 6.6.2.3). It needs the memory and time of a picture of that size, in a file of a few
 * kilobytes. Different numbers give different bytes.
 */
export async function createGridHeic(
  tile: Buffer,
  columns: number,
  rows: number,
  number = 0,
): Promise<Buffer> {
  const source = createBytesAccess(tile)
  const meta = await readHeicMeta(source)
  const item = meta.items.get(meta.primary)!
  const codedTile = (await readHeicItem(source, meta, item, tile.length))!
  const { width, height } = item.size!
  const tiles = Array.from({ length: columns * rows }, (_, i) => i + 2)
  const size = { width: width * columns, height: height * rows }
  const grid = bytes([0, 1, rows - 1, columns - 1], u32(size.width), u32(size.height))
  const build = (offset: number) =>
    box(
      'meta',
      u32(0),
      box('hdlr', u32(0), u32(0), bytes('pict'), Buffer.alloc(13)),
      box('pitm', u32(0), u16(1)),
      box('iinf', u32(0), u16(1 + tiles.length), info(1, 'grid'), ...tiles.map(id => info(id, 'hvc1', 1))),
      box('iref', u32(0), box('dimg', u16(1), u16(tiles.length), ...tiles.map(u16))),
      box(
        'iprp',
        box('ipco', findBox(tile, 'hvcC'), imageSize(width, height), imageSize(size.width, size.height)),
        box(
          'ipma',
          u32(0),
          u32(1 + tiles.length),
          bytes(u16(1), [1, 3]),
          ...tiles.map(id => bytes(u16(id), [2, 0x81, 2])),
        ),
      ),
      box(
        'iloc',
        bytes([1, 0, 0, 0], u16(0x4400), u16(1 + tiles.length)),
        location(1, 1, 0, grid.length),
        ...tiles.map(id => location(id, 0, offset, codedTile.length)),
      ),
      box('idat', grid),
    )
  const head = box('ftyp', bytes('heic'), u32(0), bytes('mif1'), bytes('heic'))
  const offset = head.length + build(0).length + 8
  return Buffer.concat([head, build(offset), box('mdat', codedTile), box('free', u32(number))])
}

const info = (id: number, type: string, flags = 0) =>
  box('infe', bytes([2, 0, 0, flags]), u16(id), u16(0), bytes(type), bytes([0]))

const imageSize = (width: number, height: number) => box('ispe', u32(0), u32(width), u32(height))

const location = (id: number, method: number, offset: number, length: number) =>
  bytes(u16(id), u16(method), u16(0), u16(1), u32(offset), u32(length))

/** The box of that type with its header, at any depth. */
function findBox(file: Buffer, type: string): Buffer {
  const start = file.indexOf(type, 0, 'latin1') - 4
  return file.subarray(start, start + file.readUInt32BE(start))
}

const box = (type: string, ...body: Buffer[]) => {
  const content = Buffer.concat(body)
  return Buffer.concat([u32(content.length + 8), bytes(type), content])
}

const bytes = (...parts: (string | number[] | Buffer)[]) =>
  Buffer.concat(
    parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )

const u16 = (value: number) => Buffer.from([value >> 8, value & 255])

const u32 = (value: number) => {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(value)
  return buffer
}
