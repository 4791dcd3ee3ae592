import { inflateSync } from 'node:zlib'
import { StructureFault } from './errors.ts'
import { type HeicItem, type HeicMeta, readHeicItem, readHeicMeta } from './heic-boxes.ts'
import { readJpegSegments } from './jpeg-segments.ts'
import { readPngChunks } from './png-chunks.ts'
import { createBufferedAccess, type RandomAccess } from './random-access.ts'
import type { PictureType } from './sniff.ts'

export const MAX_EXIF_BYTES = 2_097_152
const MAX_XMP_BYTES = 524_288

/** The raw metadata of a picture: a TIFF structure, an XMP packet, the payload of a JPEG APP13 segment. */
export type MetadataBlocks = { exif?: Buffer; xmp?: Buffer; iptc?: Buffer }

/**
 * Reads only the metadata of a picture, at most some megabytes however large the file is. Returns the blocks before
 * the damage of a truncated or damaged file.
 */
export const readMetadataBlocks = async (file: RandomAccess, type: PictureType): Promise<MetadataBlocks> => {
  const blocks: MetadataBlocks = {}
  try {
    await blockReaderByType[type](file, blocks)
  } catch (error) {
    if (!(error instanceof StructureFault)) throw error
  }
  return blocks
}

const readJpegBlocks = async (file: RandomAccess, blocks: MetadataBlocks) => {
  const bufferedFile = createBufferedAccess(file)
  for await (const { marker, offset, length } of readJpegSegments(bufferedFile)) {
    if (marker !== 0xe1 && marker !== 0xed) continue
    const payload = Buffer.from(await bufferedFile.read(offset, length))
    const stripPrefix = (prefix: string) =>
      payload.toString('latin1', 0, prefix.length) === prefix ? payload.subarray(prefix.length) : undefined
    if (marker === 0xe1) blocks.exif ??= stripPrefix('Exif\0\0')
    if (marker === 0xe1) blocks.xmp ??= stripPrefix('http://ns.adobe.com/xap/1.0/\0')
    if (marker === 0xed && stripPrefix('Photoshop 3.0\0')) blocks.iptc ??= payload
  }
}

const readPngBlocks = async (file: RandomAccess, blocks: MetadataBlocks) => {
  const bufferedFile = createBufferedAccess(file)
  for await (const { type, offset, length } of readPngChunks(bufferedFile)) {
    if (type === 'eXIf' && length <= MAX_EXIF_BYTES) {
      blocks.exif ??= findTiff(Buffer.from(await bufferedFile.read(offset, length)))
    }
    if ((type === 'iTXt' || type === 'zTXt') && length <= MAX_XMP_BYTES) {
      blocks.xmp ??= extractXmpText(type, Buffer.from(await bufferedFile.read(offset, length)))
    }
  }
}

const XMP_KEYWORD = 'XML:com.adobe.xmp\0'

/** The standard puts XMP into iTXt; libvips and older ImageMagick write zTXt. */
const extractXmpText = (type: 'iTXt' | 'zTXt', data: Buffer) => {
  if (data.toString('latin1', 0, XMP_KEYWORD.length) !== XMP_KEYWORD) return undefined
  const content = data.subarray(XMP_KEYWORD.length)
  return type === 'zTXt' ? inflateOrIgnore(content.subarray(1)) : extractInternationalText(content)
}

/** Fields after the keyword of iTXt: compression flag, method, language, 0, translated keyword, 0, text. */
const extractInternationalText = (data: Buffer) => {
  const languageEnd = data.indexOf(0, 2)
  const keywordEnd = languageEnd < 0 ? -1 : data.indexOf(0, languageEnd + 1)
  if (keywordEnd < 0) return undefined
  const bytes = data.subarray(keywordEnd + 1)
  return data[0] === 0 ? bytes : inflateOrIgnore(bytes)
}

const inflateOrIgnore = (bytes: Buffer) => {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_XMP_BYTES })
  } catch {
    // Damaged or oversized compressed text counts as missing; the picture itself may be valid.
    return undefined
  }
}

const readHeicBlocks = async (file: RandomAccess, blocks: MetadataBlocks) => {
  const meta = await readHeicMeta(file)
  const exif = await readItemBytes(file, meta, item => item.type === 'Exif', MAX_EXIF_BYTES)
  // The item starts with the offset of its TIFF header, which some writers get wrong.
  if (exif) blocks.exif = findTiff(exif)
  blocks.xmp = await readItemBytes(
    file,
    meta,
    item => item.contentType === 'application/rdf+xml',
    MAX_XMP_BYTES,
  )
}

const readItemBytes = async (
  file: RandomAccess,
  meta: HeicMeta,
  isRequestedItem: (item: HeicItem) => boolean,
  maxBytes: number,
) => {
  const item = [...meta.items.values()].find(isRequestedItem)
  return (item && (await readHeicItem(file, meta, item, maxBytes))) ?? undefined
}

/** Returns the block from its TIFF header; undefined without one in its first bytes. */
export const findTiff = (bytes: Buffer) => {
  const headText = bytes.toString('latin1', 0, 64)
  const at = [headText.indexOf('II*\0'), headText.indexOf('MM\0*')].filter(index => index >= 0)
  return at.length ? bytes.subarray(Math.min(...at)) : undefined
}

const blockReaderByType = {
  'image/jpeg': readJpegBlocks,
  'image/png': readPngBlocks,
  'image/heic': readHeicBlocks,
}
