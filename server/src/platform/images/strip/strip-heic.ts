import { StructureFault } from '../errors.ts'
import {
  type HeicItem,
  parseBoxes,
  readHeicItem,
  readHeicMeta,
  readTopBoxes,
  type TopBox,
} from '../heic-boxes.ts'
import { MAX_EXIF_BYTES } from '../metadata-blocks.ts'
import { createBufferedAccess, type RandomAccess } from '../random-access.ts'
import type { ByteReader } from './byte-reader.ts'
import { stripExifBlock } from './strip-tiff.ts'
import { stripXmp } from './strip-xmp.ts'

/** Items with pixels, and how they are put together (ISO/IEC 23008-12). */
const PICTURE_ITEMS = new Set(['hvc1', 'hvt1', 'lhv1', 'grid', 'iden', 'iovl', 'tmap'])
const KEPT_META_BOXES = new Set(['hdlr', 'pitm', 'iinf', 'iloc', 'iprp', 'iref', 'idat', 'dinf', 'grpl'])

// Bounds the memory for a hostile file whose items share their bytes.
const MAX_METADATA_ITEMS = 16
const MAX_METADATA_BYTES = MAX_EXIF_BYTES

/** Bytes of the file that stay: as they are, or replaced. */
type KeptPart = { offset: number; length: number; bytes?: Buffer }

/**
 * Passes on a HEIC with zeros in place of all that is not its picture items, their tables, and what stays of Exif and XMP.
 * Only zeros when its tables cannot be read.
 */
export async function* stripHeic(reader: ByteReader, file: RandomAccess): AsyncGenerator<Buffer> {
  const parts = await listKeptParts(createBufferedAccess(file))
  let start = 0
  for await (const chunk of reader.takeInParts()) {
    const stripped = Buffer.alloc(chunk.length)
    for (const { offset, length, bytes } of parts) {
      const [from, to] = [Math.max(offset, start), Math.min(offset + length, start + chunk.length)]
      if (from >= to) continue
      if (bytes) bytes.copy(stripped, from - start, from - offset, to - offset)
      else chunk.copy(stripped, from - start, from - start, to - start)
    }
    yield stripped
    start += chunk.length
  }
}

async function listKeptParts(file: RandomAccess): Promise<KeptPart[]> {
  try {
    const boxes = await listTopBoxes(file)
    const metaBox = boxes.find(({ type }) => type === 'meta')
    if (!metaBox) return []
    const items = await listKeptItems(file)
    const meta = Buffer.from(await file.read(metaBox.offset, metaBox.size))
    const idat = stripMeta(meta.subarray(metaBox.header))
    // An item in idat is part of the meta box.
    for (const { inIdat, offset, bytes } of items) if (inIdat && idat) bytes?.copy(idat, offset)
    return [
      ...boxes.map(({ type, offset, header, size }) => ({ offset, length: type === 'ftyp' ? size : header })),
      ...items.filter(({ inIdat }) => !inIdat),
      { offset: metaBox.offset, length: metaBox.size, bytes: meta },
    ]
  } catch (error) {
    if (error instanceof StructureFault || error instanceof RangeError) return []
    throw error
  }
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

/** The extents of the items that stay; those in idat, and those of metadata, with their bytes. */
async function listKeptItems(file: RandomAccess): Promise<(KeptPart & { inIdat: boolean })[]> {
  const meta = await readHeicMeta(file)
  const kept: (KeptPart & { inIdat: boolean })[] = []
  let metadataItems = 0
  for (const item of meta.items.values()) {
    const strip = getStrip(item)
    if (!strip && !PICTURE_ITEMS.has(item.type)) continue
    if (!strip && !item.extents.some(({ inIdat }) => inIdat)) {
      kept.push(...item.extents)
      continue
    }
    if (strip && ++metadataItems > MAX_METADATA_ITEMS) continue
    const bytes = await readHeicItem(file, meta, item, strip ? MAX_METADATA_BYTES : file.size)
    const stripped = bytes && strip ? strip(bytes) : bytes
    let at = 0
    for (const extent of stripped ? item.extents : []) {
      kept.push({ ...extent, bytes: stripped!.subarray(at, at + extent.length) })
      at += extent.length
    }
  }
  return kept
}

function getStrip({ type, contentType }: HeicItem): ((bytes: Buffer) => Buffer) | undefined {
  if (type === 'Exif') return stripExifBlock
  return contentType === 'application/rdf+xml' ? stripXmp : undefined
}
