/** A file inside a zip. */
export interface ZippedFile {
  name: string
  /** Its bytes as they were before packing; rejects where the zip is cut or broken there. */
  bytes: () => Promise<ArrayBuffer>
}

/**
 * The files of a zip on the customer's device, read from its directory: with and without ZIP64, stored or deflated.
 * Only the directory is in memory. Throws BrokenZipError for what is no whole zip, such as a download that broke off.
 */
export async function zipEntries(zip: Blob): Promise<ZippedFile[]> {
  const { start, length, count } = await findDirectory(zip)
  if (start + length > zip.size) throw new BrokenZipError('its directory is cut')
  const view = await viewOf(zip, start, start + length)
  const files: ZippedFile[] = []
  for (let at = 0, seen = 0; seen < count; seen++) {
    if (at + CENTRAL > length || view.getUint32(at, true) !== CENTRAL_MARK)
      throw new BrokenZipError('its directory is broken')
    const nameLength = view.getUint16(at + 28, true)
    const extraLength = view.getUint16(at + 30, true)
    const next = at + CENTRAL + nameLength + extraLength + view.getUint16(at + 32, true)
    if (next > length) throw new BrokenZipError('its directory is broken')
    const entry = {
      name: textOf(view, at + CENTRAL, nameLength),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    }
    widen(entry, view, at + CENTRAL + nameLength, extraLength)
    if (!entry.name.endsWith('/')) files.push({ name: entry.name, bytes: () => bytesOf(zip, entry) })
    at = next
  }
  return files
}

export class BrokenZipError extends Error {
  override name = 'BrokenZipError'
}

/** Whether the file begins as a zip does. */
export async function isZip(file: Blob): Promise<boolean> {
  if (file.size < 4) return false
  return [LOCAL_MARK, END_MARK].includes((await viewOf(file, 0, 4)).getUint32(0, true))
}

interface Entry {
  name: string
  method: number
  packed: number
  size: number
  offset: number
}

const LOCAL_MARK = 0x04034b50
const CENTRAL_MARK = 0x02014b50
const END_MARK = 0x06054b50
const LOCATOR_MARK = 0x07064b50
const END64_MARK = 0x06064b50
const LOCAL = 30
const CENTRAL = 46
const END = 22
const LOCATOR = 20
const END64 = 56
const MOST_COMMENT = 0xffff
const IN_EXTRA = 0xffffffff
const ZIP64 = 1

async function findDirectory(zip: Blob): Promise<{ start: number; length: number; count: number }> {
  const tailStart = Math.max(0, zip.size - END - MOST_COMMENT - LOCATOR)
  const tail = await viewOf(zip, tailStart, zip.size)
  for (let at = tail.byteLength - END; at >= 0; at--) {
    if (tail.getUint32(at, true) !== END_MARK) continue
    if (at + END + tail.getUint16(at + 20, true) !== tail.byteLength) continue
    const zip64 = at >= LOCATOR && tail.getUint32(at - LOCATOR, true) === LOCATOR_MARK
    if (zip64) return directory64(zip, uint64(tail, at - LOCATOR + 8))
    return {
      count: tail.getUint16(at + 10, true),
      length: tail.getUint32(at + 12, true),
      start: tail.getUint32(at + 16, true),
    }
  }
  throw new BrokenZipError('it has no end')
}

async function directory64(zip: Blob, at: number) {
  if (at + END64 > zip.size) throw new BrokenZipError('its end is broken')
  const view = await viewOf(zip, at, at + END64)
  if (view.getUint32(0, true) !== END64_MARK) throw new BrokenZipError('its end is broken')
  return { count: uint64(view, 32), length: uint64(view, 40), start: uint64(view, 48) }
}

/** Values that do not fit stand in the ZIP64 field, in the order the format fixes. */
function widen(entry: Entry, view: DataView, start: number, length: number): void {
  for (let at = start; at + 4 <= start + length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== ZIP64) continue
    let value = at + 4
    for (const part of ['size', 'packed', 'offset'] as const) {
      if (entry[part] !== IN_EXTRA || value + 8 > start + length) continue
      entry[part] = uint64(view, value)
      value += 8
    }
    return
  }
}

async function bytesOf(zip: Blob, { name, method, packed, size, offset }: Entry): Promise<ArrayBuffer> {
  if (offset + LOCAL > zip.size) throw new BrokenZipError(`${name} is cut off`)
  const local = await viewOf(zip, offset, offset + LOCAL)
  if (local.getUint32(0, true) !== LOCAL_MARK) throw new BrokenZipError(`${name} is broken`)
  const start = offset + LOCAL + local.getUint16(26, true) + local.getUint16(28, true)
  if (start + packed > zip.size) throw new BrokenZipError(`${name} is cut off`)
  const stored = zip.slice(start, start + packed)
  const bytes = await (method === 0 ? stored.arrayBuffer() : inflated(stored, method))
  if (bytes.byteLength !== size) throw new BrokenZipError(`${name} is broken`)
  return bytes
}

/** Our zips are not compressed; one that was packed anew may be. */
function inflated(packed: Blob, method: number): Promise<ArrayBuffer> {
  if (method !== 8) throw new BrokenZipError(`nobody here can unpack method ${method}`)
  return new Response(packed.stream().pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer()
}

const viewOf = async (zip: Blob, start: number, end: number) =>
  new DataView(await zip.slice(start, end).arrayBuffer())

const textOf = (view: DataView, start: number, length: number) =>
  new TextDecoder().decode(new Uint8Array(view.buffer, start, length))

/** Beyond 2^53 a number is not exact, and no file is that large: comparing it with the file's size fails then. */
const uint64 = (view: DataView, at: number) => Number(view.getBigUint64(at, true))
