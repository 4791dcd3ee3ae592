import { UPLOAD_MAX_PIXELS } from '#contract/input/picture-limits.ts'
import { StructureFault, type StructureFaultReason } from './errors.ts'
import { type HeicExtent, type HeicMeta, readHeicMeta } from './heic-boxes.ts'
import { EOI, hasLengthInScan, isFrameHeader, readJpegSegments } from './jpeg-segments.ts'
import { readPngChunks } from './png-chunks.ts'
import { createBufferedAccess, type RandomAccess } from './random-access.ts'
import { SNIFF_BYTES, sniffPicture } from './sniff.ts'

const TAIL_BYTES = 4096

const SCAN_CHUNK_BYTES = 1_048_576

/** Size from the frame header. `admit` may reject it before the rest is read; throws StructureFault. */
const checkJpeg = async (file: RandomAccess, admit: (width: number, height: number) => void) => {
  const bufferedFile = createBufferedAccess(file)
  let size: { width: number; height: number } | null = null
  let scanAt = 0
  for await (const { marker, offset, length } of readJpegSegments(bufferedFile)) {
    if (isFrameHeader(marker) && !size) {
      const header = await bufferedFile.read(offset, 5)
      if (length < 6 || header.length < 5) throw new StructureFault('broken')
      size = { width: header[3]! * 256 + header[4]!, height: header[1]! * 256 + header[2]! }
      admit(size.width, size.height)
    }
    scanAt = offset + length
  }
  if (!size) throw new StructureFault('broken')
  if (scanAt > file.size) throw new StructureFault('truncated')
  if (!(await endsWithEoi(file, scanAt)) && !(await hasEoi(file, scanAt)))
    throw new StructureFault('truncated')
  return size
}

// Entropy-coded data stuffs FF with 00, so FF D9 at the very end (before padding) is the real end.
const endsWithEoi = async (file: RandomAccess, scanAt: number) => {
  const from = Math.max(scanAt, file.size - TAIL_BYTES)
  const tail = await file.read(from, file.size - from)
  let end = tail.length
  while (end > 2 && (tail[end - 1] === 0x00 || tail[end - 1] === 0xff || tail[end - 1] === 0x0a)) end--
  return end >= 2 && tail[end - 2] === 0xff && tail[end - 1] === EOI
}

/** Walks the scans of a file that has appended data (zip polyglot, motion-photo video) or is truncated. */
const hasEoi = async (file: RandomAccess, scanAt: number) => {
  let position = scanAt
  while (position + 2 <= file.size) {
    const chunk = await file.read(position, SCAN_CHUNK_BYTES)
    const step = findEnd(chunk)
    if (step === 'end') return true
    // Without progress the chunk is the file's last bytes and holds no complete marker.
    if (step === 0) return false
    position += step
  }
  return false
}

/** 'end' if the chunk contains EOI, else the number of bytes processed (past its end to skip a segment). */
const findEnd = (chunk: Uint8Array): number | 'end' => {
  let at = 0
  for (;;) {
    at = chunk.indexOf(0xff, at)
    if (at < 0) return chunk.length
    const marker = chunk[at + 1]
    if (marker === EOI) return 'end'
    if (marker === undefined) return at
    if (marker === 0xff) {
      at += 1
    } else if (!hasLengthInScan(marker)) {
      at += 2
    } else if (at + 4 > chunk.length) {
      return at
    } else {
      at += 2 + Math.max(2, chunk[at + 2]! * 256 + chunk[at + 3]!)
      if (at >= chunk.length) return at
    }
  }
}

/**
 * Reads the size from ispe of the primary item. `admit` may reject any size in the file; throws StructureFault. Every
 * extent must be within the file, because decoders show a truncated HEIC with grey areas and no error.
 */
const checkHeic = async (file: RandomAccess, admit: (width: number, height: number) => void) => {
  const meta = await readHeicMeta(file)
  const primary = meta.items.get(meta.primary)
  if (!primary?.size) throw new StructureFault('broken')
  if (primary.type === 'av01' || primary.type === 'jpeg') throw new StructureFault('unsupported-type')
  for (const { width, height } of meta.sizes) admit(width, height)
  for (const { extents } of meta.items.values()) for (const extent of extents) checkExtent(file, meta, extent)
  return primary.size
}

const checkExtent = (file: RandomAccess, meta: HeicMeta, { offset, length, inIdat }: HeicExtent) => {
  if (inIdat && offset + length > (meta.idat?.length ?? 0)) throw new StructureFault('broken')
  if (!inIdat && offset + length > file.size) throw new StructureFault('truncated')
}

const IEND_CHUNK = Buffer.from('0000000049454e44ae426082', 'hex')

/** Size from IHDR. `admit` may reject it before the rest is read; throws StructureFault. */
const checkPng = async (file: RandomAccess, admit: (width: number, height: number) => void) => {
  const head = Buffer.from(await file.read(0, 33))
  if (head.length < 33) throw new StructureFault('truncated')
  if (head.readUInt32BE(8) !== 13 || head.toString('latin1', 12, 16) !== 'IHDR')
    throw new StructureFault('broken')
  const size = { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
  admit(size.width, size.height)
  // A file that ends with IEND is not truncated; only pictures with appended data need the walk.
  const tail = await file.read(Math.max(33, file.size - IEND_CHUNK.length), IEND_CHUNK.length)
  if (IEND_CHUNK.equals(tail)) return size
  for await (const _ of readPngChunks(createBufferedAccess(file)));
  return size
}

export type Structure =
  | { ok: true; width: number; height: number }
  | { ok: false; reason: StructureFaultReason }

const checkByType = { 'image/jpeg': checkJpeg, 'image/png': checkPng, 'image/heic': checkHeic }

/**
 * Checks that the file is a complete picture of an accepted type, by headers and structure. Decodes no pixels, so a
 * damaged body can still fail later. `width` and `height` are as stored, before any rotation.
 * Bytes appended after the picture are tolerated. Errors of `file.read` are thrown.
 */
export const checkStructure = async (file: RandomAccess): Promise<Structure> => {
  try {
    if (file.size === 0) throw new StructureFault('empty')
    const type = sniffPicture(await file.read(0, SNIFF_BYTES))
    if (!type) throw new StructureFault('unsupported-type')
    return { ok: true, ...(await checkByType[type](file, checkSize)) }
  } catch (error) {
    if (error instanceof StructureFault) return { ok: false, reason: error.reason }
    throw error
  }
}

const checkSize = (width: number, height: number) => {
  if (width === 0 || height === 0) throw new StructureFault('broken')
  if (width * height > UPLOAD_MAX_PIXELS) throw new StructureFault('too-many-pixels')
}
