import { StructureFault } from './errors.ts'
import type { RandomAccess } from './random-access.ts'

const MAX_META_BYTES = 16_777_216
const MAX_TOP_BOXES = 1_000
// A phone's picture has one extent per tile; without sizes a table of some bytes names billions.
const MAX_EXTENTS = 1_000_000

/** The position of one extent of an item: in the file, or in the idat box of meta. */
export type HeicExtent = { offset: number; length: number; inIdat: boolean }
export type HeicItem = { type: string; contentType: string; extents: HeicExtent[]; size: Size | null }
export type HeicMeta = {
  primary: number
  items: Map<number, HeicItem>
  sizes: Size[]
  codings: HeicCoding[]
  /** Transfer characteristics by number (ITU-T H.273) of all colour properties. */
  transfers: number[]
  idat: Uint8Array | null
}
/** How HEVC stores pixels: samples of all planes per pixel (1, 1.5, 2 or 3) and bits per sample. */
export type HeicCoding = { samplesPerPixel: number; bitsPerSample: number }
type Size = { width: number; height: number }
type Box = { type: string; body: Buffer }

/**
 * Reads the item tables of a HEIF file (ISO/IEC 23008-12, ISO/IEC 14496-12 section 8.11).
 * Throws StructureFault: 'truncated' when the file ends before or inside meta, 'broken' when meta is unreadable.
 */
export const readHeicMeta = async (file: RandomAccess): Promise<HeicMeta> => {
  try {
    return parseMeta(await findMeta(file))
  } catch (error) {
    // Counts and lengths are hostile input: any read past the end of a box is a broken table.
    if (error instanceof RangeError) throw new StructureFault('broken')
    throw error
  }
}

/** Reads the bytes of an item, at most `maxBytes`; null when it has none or they are outside of the file. */
export const readHeicItem = async (file: RandomAccess, meta: HeicMeta, item: HeicItem, maxBytes: number) => {
  const total = item.extents.reduce((sum, extent) => sum + extent.length, 0)
  if (total === 0 || total > maxBytes) return null
  const parts: Uint8Array[] = []
  for (const { offset, length, inIdat } of item.extents) {
    parts.push(
      inIdat
        ? (meta.idat ?? Buffer.alloc(0)).subarray(offset, offset + length)
        : await file.read(offset, length),
    )
  }
  const bytes = Buffer.concat(parts)
  return bytes.length === total ? bytes : null
}

/** A box of the file; its content is from `offset` + `header` to `offset` + `size`. */
export type TopBox = { type: string; offset: number; header: number; size: number }

/** Reads the headers of the boxes of the file. Throws StructureFault. */
export async function* readTopBoxes(file: RandomAccess): AsyncGenerator<TopBox> {
  let offset = 0
  for (let count = 0; count < MAX_TOP_BOXES && offset < file.size; count++) {
    const bytes = Buffer.from(await file.read(offset, 16))
    if (bytes.length < 8) throw new StructureFault('truncated')
    const { type, header, size } = parseBoxHeader(bytes, file.size - offset)
    if (size < header) throw new StructureFault('broken')
    if (offset + size > file.size) throw new StructureFault('truncated')
    yield { type, offset, header, size }
    offset += size
  }
}

const findMeta = async (file: RandomAccess) => {
  for await (const { type, offset, header, size } of readTopBoxes(file)) {
    if (type !== 'meta') continue
    if (size > MAX_META_BYTES) throw new StructureFault('broken')
    return Buffer.from(await file.read(offset + header, size - header))
  }
  throw new StructureFault('broken')
}

/** Size 1 means a 64-bit size follows, size 0 means "to the end". */
const parseBoxHeader = (bytes: Buffer, remainingLength: number) => {
  const shortSize = bytes.readUInt32BE(0)
  const type = bytes.toString('latin1', 4, 8)
  if (shortSize === 1) return { type, header: 16, size: Number(bytes.readBigUInt64BE(8)) }
  return { type, header: 8, size: shortSize === 0 ? remainingLength : shortSize }
}

/** Returns the boxes in a box; their bodies share its memory. */
export const parseBoxes = (bytes: Buffer): Box[] => {
  const foundBoxes: Box[] = []
  let position = 0
  while (position + 8 <= bytes.length) {
    const { type, header, size } = parseBoxHeader(bytes.subarray(position), bytes.length - position)
    if (size < header || position + size > bytes.length) throw new StructureFault('broken')
    foundBoxes.push({ type, body: bytes.subarray(position + header, position + size) })
    position += size
  }
  return foundBoxes
}

const parseMeta = (body: Buffer): HeicMeta => {
  const children = parseBoxes(body.subarray(4))
  const findBody = (type: string) => children.find(box => box.type === type)?.body
  const pitm = findBody('pitm')
  const iinf = findBody('iinf')
  const iloc = findBody('iloc')
  const iprp = findBody('iprp')
  if (!pitm || !iinf || !iloc || !iprp) throw new StructureFault('broken')
  const items = parseItemInfos(iinf)
  parseLocations(iloc, items)
  const properties = parseBoxes(iprp)
  const sizes = parseSizes(properties, items)
  const primary = pitm[0] === 0 ? pitm.readUInt16BE(4) : pitm.readUInt32BE(4)
  return {
    primary,
    items,
    sizes,
    codings: parseCodings(properties),
    transfers: parseTransfers(properties),
    idat: findBody('idat') ?? null,
  }
}

const parseItemInfos = (iinf: Buffer) => {
  const items = new Map<number, HeicItem>()
  for (const { type: box, body } of parseBoxes(iinf.subarray(iinf[0] === 0 ? 6 : 8))) {
    const version = body[0]!
    if (box !== 'infe' || version < 2) continue
    const extraIdBytes = version > 2 ? 2 : 0
    const id = extraIdBytes ? body.readUInt32BE(4) : body.readUInt16BE(4)
    const type = body.toString('latin1', 8 + extraIdBytes, 12 + extraIdBytes)
    const [, contentType = ''] = body.toString('latin1', 12 + extraIdBytes).split('\0')
    items.set(id, { type, contentType: type === 'mime' ? contentType : '', extents: [], size: null })
  }
  return items
}

const parseLocations = (iloc: Buffer, items: Map<number, HeicItem>) => {
  const version = iloc[0]!
  const read = createReader(iloc, 4)
  const sizes = read(2)
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15] as const
  const indexSize = version > 0 ? sizes & 15 : 0
  const count = read(version < 2 ? 2 : 4)
  let extentsLeft = MAX_EXTENTS
  for (let i = 0; i < count; i++) {
    const item = items.get(read(version < 2 ? 2 : 4))
    const method = version > 0 ? read(2) & 15 : 0
    const isExternal = read(2) !== 0
    const base = read(baseSize)
    const extents = read(2)
    extentsLeft -= extents
    if (extentsLeft < 0) throw new StructureFault('broken')
    for (let j = 0; j < extents; j++) {
      read(indexSize)
      const offset = base + read(offsetSize)
      const length = read(lengthSize)
      // Method 2 reads the bytes of another item, which is checked separately.
      if (!isExternal && method < 2) item?.extents.push({ offset, length, inIdat: method === 1 })
    }
  }
}

const parseSizes = (iprp: Box[], items: Map<number, HeicItem>) => {
  const properties = iprp.filter(box => box.type === 'ipco').flatMap(box => parseBoxes(box.body))
  const parsedSizes = properties.map(({ type, body }) =>
    type === 'ispe' ? { width: body.readUInt32BE(4), height: body.readUInt32BE(8) } : null,
  )
  for (const { type, body } of iprp) {
    if (type !== 'ipma') continue
    const wideIndex = (body[3]! & 1) === 1
    const read = createReader(body, 4)
    const count = read(4)
    for (let i = 0; i < count; i++) {
      const item = items.get(read(body[0] === 0 ? 2 : 4))
      const associations = read(1)
      for (let j = 0; j < associations; j++) {
        const index = wideIndex ? read(2) & 0x7fff : read(1) & 0x7f
        const size = parsedSizes[index - 1]
        if (item && size) item.size = size
      }
    }
  }
  return parsedSizes.filter(size => size !== null)
}

const parseTransfers = (iprp: Box[]): number[] =>
  iprp
    .filter(box => box.type === 'ipco')
    .flatMap(box => parseBoxes(box.body))
    .filter(({ type, body }) => type === 'colr' && body.toString('latin1', 0, 4) === 'nclx')
    .map(({ body }) => body.readUInt16BE(6))

/** Returns the codings of the HEVC configurations (ISO/IEC 14496-15, section 8.3.3.1.2). */
const parseCodings = (iprp: Box[]): HeicCoding[] =>
  iprp
    .filter(box => box.type === 'ipco')
    .flatMap(box => parseBoxes(box.body))
    .filter(box => box.type === 'hvcC')
    .map(({ body }) => ({
      samplesPerPixel: [1, 1.5, 2, 3][body.readUInt8(16) & 3]!,
      bitsPerSample: 8 + Math.max(body.readUInt8(17) & 7, body.readUInt8(18) & 7),
    }))

/** Reads big-endian numbers of 0, 1, 2, 4 or 8 bytes one after the other. */
const createReader = (bytes: Buffer, start: number) => {
  let at = start
  return (width: number) => {
    const from = at
    at += width
    if (width === 0) return 0
    if (width === 8) return Number(bytes.readBigUInt64BE(from))
    return bytes.readUIntBE(from, width)
  }
}
