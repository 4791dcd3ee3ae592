import { findTiff } from '../metadata-blocks.ts'

/** Bytes of a value, by its type from 1 (TIFF 6.0, section 2; Exif adds 13). */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
const MAX_VALUE_BYTES = 256
// Bound the work on a hostile file; real ones have five directories with some dozens of entries.
const MAX_DIRECTORIES = 16
const MAX_ENTRIES = 256

/**
 * The tags that stay, by directory, as hexadecimal numbers and ranges (Exif 3.0, CIPA DC-008; CIPA DC-007): size, turn,
 * resolution, colour, dates, camera, lens model, exposure. Of all others nothing stays: position, serial numbers, names, descriptions,
 * ids, the maker's note, the thumbnail.
 */
const KEPT_TAGS = {
  image: parseTags('100-103 106 10f-110 112 115 11a-11c 128 132 211-214 8769'),
  exif: parseTags(
    `829a-829d 8822 8827 8830-8833 9000-9012 9101-9102 9201-920a 9290-9292 a000-a003 a005 a20e-a210 a217
     a300-a301 a401-a40a a40c a432-a434 a500`,
  ),
  interop: parseTags('1-2'),
  // Latitude, longitude and altitude, and the version of their directory.
  position: parseTags('0-6'),
  multiPicture: parseTags('b000-b002'),
  dropped: parseTags(''),
}
const TAGS = { ...KEPT_TAGS, located: KEPT_TAGS.image.union(parseTags('8825')) }

type DirectoryKind = keyof typeof TAGS
/** Whether the position of a picture stays, too. */
export type PictureRoot = 'image' | 'located'
const CHILDREN: { parent: DirectoryKind; tag: number; kind: DirectoryKind }[] = [
  { parent: 'image', tag: 0x8769, kind: 'exif' },
  { parent: 'image', tag: 0x8825, kind: 'dropped' },
  { parent: 'located', tag: 0x8769, kind: 'exif' },
  { parent: 'located', tag: 0x8825, kind: 'position' },
  { parent: 'exif', tag: 0xa005, kind: 'interop' },
]

/** An entry and the range of its value, empty when the value is in the entry. */
type Entry = { tag: number; bytes: Buffer; start: number; end: number; child?: Directory | undefined }
type Directory = { kind: DirectoryKind; offset: number; entries: Entry[] }

/**
 * Returns a TIFF structure of the same length, zeros except the tags that stay, each at its offset. What cannot be
 * understood (loops, offsets out of range, a value that shares bytes with one that goes) does not stay.
 */
export function stripTiff(tiff: Buffer, root: DirectoryKind = 'image'): Buffer {
  const stripped = Buffer.alloc(tiff.length)
  const byteOrder = tiff.toString('latin1', 0, 4)
  if (tiff.length < 8 || (byteOrder !== 'II*\0' && byteOrder !== 'MM\0*')) return stripped
  const numbers = createNumbers(byteOrder === 'II*\0')
  const { directories, main } = readDirectories(tiff, root, numbers)
  const dropped = directories.flatMap(({ kind, entries }) =>
    entries.filter(({ tag }) => !TAGS[kind].has(tag)),
  )
  const isKept = ({ tag, start, end }: Entry, kind: DirectoryKind): boolean =>
    TAGS[kind].has(tag) &&
    end <= tiff.length &&
    end - start <= MAX_VALUE_BYTES &&
    !(end > start && dropped.some(each => start < each.end && each.start < end))
  const write = ({ kind, offset, entries }: Directory): boolean => {
    const kept = entries.filter(
      entry =>
        isKept(entry, kind) && (!findChildKind(kind, entry.tag) || (entry.child && write(entry.child))),
    )
    for (const { start, end } of kept) tiff.copy(stripped, start, start, end)
    stripped.fill(0, offset, offset + 2 + entries.length * 12)
    numbers.write16(stripped, kept.length, offset)
    for (const [index, { bytes }] of kept.entries()) bytes.copy(stripped, offset + 2 + index * 12)
    return kept.length > 0
  }
  if (main) write(main)
  tiff.copy(stripped, 0, 0, 8)
  return stripped
}

/** Strips the TIFF structure of a block that may begin with other headers; zeros without one. */
export function stripExifBlock(block: Buffer, root: PictureRoot): Buffer {
  const tiff = findTiff(block)
  const headers = block.subarray(0, block.length - (tiff?.length ?? 0))
  return tiff ? Buffer.concat([headers, stripTiff(tiff, root)]) : Buffer.alloc(block.length)
}

/** Reads each directory once, at most MAX_DIRECTORIES, with the entries that are within the file. */
function readDirectories(tiff: Buffer, root: DirectoryKind, { read16, read32 }: Numbers) {
  const directories: Directory[] = []
  const read = (offset: number, kind: DirectoryKind): Directory | undefined => {
    const isKnown = directories.some(each => each.offset === offset)
    if (isKnown || directories.length >= MAX_DIRECTORIES || offset < 8 || offset + 2 > tiff.length)
      return undefined
    const space = Math.floor((tiff.length - offset - 2) / 12)
    const count = Math.min(read16(tiff, offset), space, MAX_ENTRIES)
    const directory: Directory = { kind, offset, entries: [] }
    directories.push(directory)
    for (let index = 0; index < count; index++) {
      const at = offset + 2 + index * 12
      const [tag, value] = [read16(tiff, at), read32(tiff, at + 8)]
      // The size of a value of an unknown type is not known: it reaches to the end.
      const size = (TYPE_BYTES[read16(tiff, at + 2)] ?? Infinity) * read32(tiff, at + 4)
      const range = size > 4 ? { start: value, end: value + size } : { start: at, end: at }
      directory.entries.push({ tag, bytes: tiff.subarray(at, at + 12), ...range })
    }
    for (const entry of directory.entries) {
      const childKind = findChildKind(kind, entry.tag)
      if (childKind) entry.child = read(read32(entry.bytes, 8), childKind)
    }
    const next = offset + 2 + count * 12
    if (next + 4 <= tiff.length) read(read32(tiff, next), 'dropped')
    return directory
  }
  return { main: read(read32(tiff, 4), root), directories }
}

const findChildKind = (parent: DirectoryKind, tag: number) =>
  CHILDREN.find(each => each.parent === parent && each.tag === tag)?.kind

function parseTags(ranges: string): Set<number> {
  const tags = new Set<number>()
  for (const [, first, last = first] of ranges.matchAll(/([0-9a-f]+)(?:-([0-9a-f]+))?/g))
    for (let tag = parseInt(first!, 16); tag <= parseInt(last!, 16); tag++) tags.add(tag)
  return tags
}

type Numbers = ReturnType<typeof createNumbers>

const createNumbers = (isLittleEndian: boolean) => ({
  read16: (bytes: Buffer, at: number) => (isLittleEndian ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)),
  read32: (bytes: Buffer, at: number) => (isLittleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)),
  write16: (bytes: Buffer, value: number, at: number) =>
    isLittleEndian ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at),
})
