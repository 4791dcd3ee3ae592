import { StructureFault } from '../errors.ts'
import {
  type HeicExtent,
  type HeicItem,
  type HeicMeta,
  parseBoxes,
  readHeicItem,
  readHeicMeta,
  readTopBoxes,
  type TopBox,
} from '../heic-boxes.ts'
import { MAX_EXIF_BYTES } from '../metadata-blocks.ts'
import { createBufferedAccess, type RandomAccess } from '../random-access.ts'
import type { ByteReader } from './byte-reader.ts'
import { type PictureRoot, stripExifBlock } from './strip-tiff.ts'
import { stripXmp } from './strip-xmp.ts'

/** Items with pixels, and how they are put together (ISO/IEC 23008-12). */
const PICTURE_ITEMS = new Set(['hvc1', 'hvt1', 'lhv1', 'grid', 'iden', 'iovl', 'tmap'])
const KEPT_META_BOXES = new Set(['hdlr', 'pitm', 'iinf', 'iloc', 'iprp', 'iref', 'idat', 'dinf', 'grpl'])

// Bounds the memory for a hostile file whose items share their bytes.
const MAX_METADATA_ITEMS = 16
const MAX_METADATA_BYTES = MAX_EXIF_BYTES

/** Bytes of the file. */
type Range = { offset: number; length: number }
/** What is in place of bytes of the file. */
type Replacement = Range & { bytes: Buffer }
/** What stays: the tables without what goes, over them the pictures as they are, over both what stays of metadata. */
type Kept = { tables: Replacement; pictures: Range[]; metadata: Replacement[] }

/**
 * Passes on a HEIC with zeros in place of all that is not its picture items, their tables, and what stays of Exif and XMP.
 * Only zeros when its tables cannot be read.
 */
export async function* stripHeic(
  reader: ByteReader,
  root: PictureRoot,
  file: RandomAccess,
): AsyncGenerator<Buffer> {
  const kept = await findKept(createBufferedAccess(file), root)
  let [start, next] = [0, 0]
  for await (const chunk of reader.takeInParts()) {
    const stripped = Buffer.alloc(chunk.length)
    const end = start + chunk.length
    const copy = ({ offset, length }: Range, bytes: Buffer, bytesAt: number) => {
      const [from, to] = [Math.max(offset, start), Math.min(offset + length, end)]
      if (from < to) bytes.copy(stripped, from - start, from - bytesAt, to - bytesAt)
    }
    if (kept) {
      const { tables, pictures, metadata } = kept
      copy(tables, tables.bytes, tables.offset)
      while (next < pictures.length && getEnd(pictures[next]!) <= start) next++
      for (let at = next; at < pictures.length && pictures[at]!.offset < end; at++)
        copy(pictures[at]!, chunk, start)
      for (const each of metadata) copy(each, each.bytes, each.offset)
    }
    yield stripped
    start = end
  }
}

const getEnd = ({ offset, length }: Range): number => offset + length

async function findKept(file: RandomAccess, root: PictureRoot): Promise<Kept | undefined> {
  try {
    const boxes = await listTopBoxes(file)
    const metaBox = boxes.find(({ type }) => type === 'meta')
    if (!metaBox) return undefined
    const meta = await readHeicMeta(file)
    const bytes = Buffer.from(await file.read(metaBox.offset, metaBox.size))
    const idat = stripMeta(bytes.subarray(metaBox.header))
    const idatAt = metaBox.offset + (idat ? idat.byteOffset - bytes.byteOffset : 0)
    const items = await listKeptItems(file, meta, root, { offset: idatAt, length: idat?.length ?? 0 })
    const heads = boxes.map(({ type, offset, header, size }) => ({
      offset,
      length: type === 'ftyp' ? size : header,
    }))
    return {
      tables: { offset: metaBox.offset, length: metaBox.size, bytes },
      pictures: joinRanges([...heads, ...items.pictures]),
      metadata: items.metadata,
    }
  } catch (error) {
    if (error instanceof StructureFault || error instanceof RangeError) return undefined
    throw error
  }
}

/** Sorts ranges, and joins those that share bytes, because the items of a hostile file may all be the same ones. */
function joinRanges(ranges: Range[]): Range[] {
  const joined: Range[] = []
  for (const { offset, length } of ranges.toSorted((a, b) => a.offset - b.offset)) {
    const last = joined.at(-1)
    if (last && offset <= getEnd(last)) last.length = Math.max(last.length, offset + length - last.offset)
    else joined.push({ offset, length })
  }
  return joined
}

/** The boxes before a fault: bytes after the last box may be none. */
async function listTopBoxes(file: RandomAccess): Promise<TopBox[]> {
  const boxes: TopBox[] = []
  try {
    for await (const box of readTopBoxes(file)) boxes.push(box)
  } catch (error) {
    if (!(error instanceof StructureFault)) throw error
  }
  return boxes
}

/** Empties what is not kept of the content of a meta box, in place; returns the content of its idat, which is emptied too. */
function stripMeta(meta: Buffer): Buffer | undefined {
  const boxes = parseBoxes(meta.subarray(4))
  for (const { type, body } of boxes) if (!KEPT_META_BOXES.has(type) || type === 'idat') body.fill(0)
  const properties = boxes.filter(({ type }) => type === 'iprp').flatMap(({ body }) => parseBoxes(body))
  // Descriptions that a person entered, and properties of vendors.
  for (const { body } of properties.filter(({ type }) => type === 'ipco'))
    for (const property of parseBoxes(body)) if (/^(?:udes|uuid)$/.test(property.type)) property.body.fill(0)
  return boxes.find(({ type }) => type === 'idat')?.body
}

/** The bytes of the picture items, and what stays of metadata; `idat` is where its content is in the file. */
async function listKeptItems(
  file: RandomAccess,
  meta: HeicMeta,
  root: PictureRoot,
  idat: Range,
): Promise<Omit<Kept, 'tables'>> {
  const toRange = ({ offset, length, inIdat }: HeicExtent): Range =>
    inIdat
      ? { offset: idat.offset + offset, length: Math.min(length, idat.length - offset) }
      : { offset, length }
  const pictures: Range[] = []
  const metadata: Replacement[] = []
  let metadataItems = 0
  for (const item of meta.items.values()) {
    const strip = getStrip(item, root)
    if (PICTURE_ITEMS.has(item.type)) for (const extent of item.extents) pictures.push(toRange(extent))
    if (!strip || item.extents.length > MAX_METADATA_ITEMS || ++metadataItems > MAX_METADATA_ITEMS) continue
    const bytes = await readHeicItem(file, meta, item, MAX_METADATA_BYTES)
    const stripped = bytes && strip(bytes)
    let at = 0
    for (const extent of stripped ? item.extents : []) {
      metadata.push({ ...toRange(extent), bytes: stripped!.subarray(at, at + extent.length) })
      at += extent.length
    }
  }
  return { pictures, metadata }
}

function getStrip(
  { type, contentType }: HeicItem,
  root: PictureRoot,
): ((bytes: Buffer) => Buffer) | undefined {
  if (type === 'Exif') return bytes => stripExifBlock(bytes, root)
  return contentType === 'application/rdf+xml' ? stripXmp : undefined
}
