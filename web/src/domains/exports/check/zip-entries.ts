/** A file inside a zip. */
export interface ZippedFile {
  name: string
  /**
   * The uncompressed bytes; rejects with BrokenZipError if this part of the zip is truncated or corrupt, or has not the
   * length and the CRC-32 of the central directory.
   */
  bytes: () => Promise<ArrayBuffer>
}

/**
 * Returns the files of a zip on the device, read from its central directory: with and without ZIP64, stored or
 * deflated. Only the central directory is in memory. Rejects with BrokenZipError if the zip is incomplete, as after an
 * interrupted download.
 */
export async function listZipEntries(zip: Blob): Promise<ZippedFile[]> {
  const { start, length, count } = await findDirectory(zip)
  if (start + length > zip.size) throw new BrokenZipError('the central directory is truncated')
  const view = await toView(zip, start, start + length)
  const files: ZippedFile[] = []
  for (let at = 0, seen = 0; seen < count; seen++) {
    if (at + CENTRAL_BYTES > length || view.getUint32(at, true) !== CENTRAL_SIGNATURE)
      throw new BrokenZipError('the central directory is corrupt')
    const nameLength = view.getUint16(at + 28, true)
    const extraLength = view.getUint16(at + 30, true)
    const next = at + CENTRAL_BYTES + nameLength + extraLength + view.getUint16(at + 32, true)
    if (next > length) throw new BrokenZipError('the central directory is corrupt')
    const entry = {
      name: decodeText(view, at + CENTRAL_BYTES, nameLength),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      compressedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    }
    applyZip64(entry, view, at + CENTRAL_BYTES + nameLength, extraLength)
    if (!entry.name.endsWith('/')) files.push({ name: entry.name, bytes: () => readBytes(zip, entry) })
    at = next
  }
  return files
}

export class BrokenZipError extends Error {
  override name = 'BrokenZipError'
}

/** Whether the file begins with the signature of a zip. */
export async function isZip(file: Blob): Promise<boolean> {
  if (file.size < 4) return false
  return [LOCAL_SIGNATURE, EOCD_SIGNATURE].includes((await toView(file, 0, 4)).getUint32(0, true))
}

interface Entry {
  name: string
  method: number
  crc: number
  compressedSize: number
  size: number
  offset: number
}

const LOCAL_SIGNATURE = 0x04034b50
const CENTRAL_SIGNATURE = 0x02014b50
const EOCD_SIGNATURE = 0x06054b50
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50
const ZIP64_EOCD_SIGNATURE = 0x06064b50
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const EOCD_BYTES = 22
const ZIP64_LOCATOR_BYTES = 20
const ZIP64_EOCD_BYTES = 56
const MAX_COMMENT_BYTES = 0xffff
const ZIP64_PLACEHOLDER = 0xffffffff
const ZIP64_EXTRA_ID = 1

async function findDirectory(zip: Blob): Promise<{ start: number; length: number; count: number }> {
  const tailStart = Math.max(0, zip.size - EOCD_BYTES - MAX_COMMENT_BYTES - ZIP64_LOCATOR_BYTES)
  const tail = await toView(zip, tailStart, zip.size)
  for (let at = tail.byteLength - EOCD_BYTES; at >= 0; at--) {
    if (tail.getUint32(at, true) !== EOCD_SIGNATURE) continue
    if (at + EOCD_BYTES + tail.getUint16(at + 20, true) !== tail.byteLength) continue
    const zip64 =
      at >= ZIP64_LOCATOR_BYTES && tail.getUint32(at - ZIP64_LOCATOR_BYTES, true) === ZIP64_LOCATOR_SIGNATURE
    if (zip64) return readZip64Directory(zip, uint64(tail, at - ZIP64_LOCATOR_BYTES + 8))
    return {
      count: tail.getUint16(at + 10, true),
      length: tail.getUint32(at + 12, true),
      start: tail.getUint32(at + 16, true),
    }
  }
  throw new BrokenZipError('the end of central directory record is missing')
}

async function readZip64Directory(zip: Blob, at: number) {
  if (at + ZIP64_EOCD_BYTES > zip.size)
    throw new BrokenZipError('the ZIP64 end of central directory record is corrupt')
  const view = await toView(zip, at, at + ZIP64_EOCD_BYTES)
  if (view.getUint32(0, true) !== ZIP64_EOCD_SIGNATURE)
    throw new BrokenZipError('the ZIP64 end of central directory record is corrupt')
  return { count: uint64(view, 32), length: uint64(view, 40), start: uint64(view, 48) }
}

/** Replaces placeholders with the values of the ZIP64 extra field, which are in the order the format fixes. */
function applyZip64(entry: Entry, view: DataView, start: number, length: number): void {
  for (let at = start; at + 4 <= start + length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== ZIP64_EXTRA_ID) continue
    let value = at + 4
    for (const part of ['size', 'compressedSize', 'offset'] as const) {
      if (entry[part] !== ZIP64_PLACEHOLDER || value + 8 > start + length) continue
      entry[part] = uint64(view, value)
      value += 8
    }
    return
  }
}

async function readBytes(
  zip: Blob,
  { name, method, crc, compressedSize, size, offset }: Entry,
): Promise<ArrayBuffer> {
  const start = await findContent(zip, name, offset)
  if (start + compressedSize > zip.size) throw new BrokenZipError(`${name} is truncated`)
  const stored = zip.slice(start, start + compressedSize)
  const bytes = await (method === 0 ? stored.arrayBuffer() : decompress(stored, method))
  if (bytes.byteLength !== size || crc32(bytes) !== crc) throw new BrokenZipError(`${name} is corrupt`)
  return bytes
}

/** Returns the offset of an entry's bytes, behind its local header, which other programs extract by. */
async function findContent(zip: Blob, name: string, offset: number): Promise<number> {
  if (offset + LOCAL_BYTES > zip.size) throw new BrokenZipError(`${name} is truncated`)
  const local = await toView(zip, offset, offset + LOCAL_BYTES)
  if (local.getUint32(0, true) !== LOCAL_SIGNATURE) throw new BrokenZipError(`${name} is corrupt`)
  const nameEnd = offset + LOCAL_BYTES + local.getUint16(26, true)
  const localName = await toView(zip, offset + LOCAL_BYTES, Math.min(nameEnd, zip.size))
  if (decodeText(localName, 0, localName.byteLength) !== name) throw new BrokenZipError(`${name} is corrupt`)
  return nameEnd + local.getUint16(28, true)
}

/** The service's zips are stored; one that the customer zipped again may be deflated. */
function decompress(compressed: Blob, method: number): Promise<ArrayBuffer> {
  if (method !== 8) throw new BrokenZipError(`compression method ${method} is not supported`)
  return new Response(compressed.stream().pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer()
}

const toView = async (zip: Blob, start: number, end: number) =>
  new DataView(await zip.slice(start, end).arrayBuffer())

const decodeText = (view: DataView, start: number, length: number) =>
  new TextDecoder().decode(new Uint8Array(view.buffer, start, length))

/** Inexact beyond 2^53; such a value exceeds any file's size, so the comparison with it fails. */
const uint64 = (view: DataView, at: number) => Number(view.getBigUint64(at, true))

/** Returns the CRC-32 of a zip entry's bytes (ISO/IEC 21320-1, the polynomial of ISO 3309), as an unsigned integer. */
export function crc32(bytes: ArrayBuffer): number {
  let crc = 0xffffffff
  for (const byte of new Uint8Array(bytes)) crc = TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8)
  return ~crc >>> 0
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})
