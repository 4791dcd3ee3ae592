import { EOI, hasLengthInScan, isStandalone, MAX_SEGMENTS, SOS } from '../jpeg-segments.ts'
import type { ByteReader } from './byte-reader.ts'
import { type PictureRoot, stripTiff } from './strip-tiff.ts'
import { stripXmp } from './strip-xmp.ts'

const SOI = 0xd8
const keep = (content: Buffer) => content
const clearFrom = (content: Buffer, at: number) =>
  Buffer.concat([content.subarray(0, at), Buffer.alloc(Math.max(0, content.length - at))])

/** The application segments of which something stays, by marker and the text that they begin with. */
const KEPT_SEGMENTS: {
  marker: number
  name: string
  strip: (content: Buffer, root: PictureRoot) => Buffer
}[] = [
  // Version and density; the rest is a thumbnail.
  { marker: 0xe0, name: 'JFIF\0', strip: content => clearFrom(content, 7) },
  { marker: 0xe1, name: 'Exif\0\0', strip: stripTiff },
  { marker: 0xe1, name: 'http://ns.adobe.com/xap/1.0/\0', strip: stripXmp },
  { marker: 0xe2, name: 'ICC_PROFILE\0', strip: keep },
  { marker: 0xe2, name: 'MPF\0', strip: content => stripTiff(content, 'multiPicture') },
  // The numbers of a gain map (ISO 21496-1).
  { marker: 0xe2, name: 'urn:iso:std:iso:ts:21496:-1\0', strip: keep },
  // How colours are stored.
  { marker: 0xee, name: 'Adobe', strip: keep },
]

/**
 * Passes on a JPEG (ITU-T T.81 annex B) with zeros in place of its other application segments, comments and what is
 * between segments. Pictures that follow directly, such as a gain map, are passed on the same way; of other bytes after
 * the picture, such as a video, or after a fault only zeros.
 */
export async function* stripJpeg(reader: ByteReader, root: PictureRoot): AsyncGenerator<Buffer> {
  const count = { left: MAX_SEGMENTS }
  let isIntact = true
  while (isIntact && (await isPictureStart(reader))) {
    isIntact = yield* stripPicture(reader, count, root)
    // Padding before the next picture.
    while ((await reader.peek(1))[0] === 0) yield await reader.take(countZeros(await reader.peek(1)))
  }
  for await (const part of reader.takeInParts()) yield Buffer.alloc(part.length)
}

async function isPictureStart(reader: ByteReader): Promise<boolean> {
  const [first, second, third] = await reader.peek(3)
  return first === 0xff && second === SOI && third === 0xff
}

function countZeros(bytes: Buffer): number {
  const end = bytes.findIndex(byte => byte !== 0)
  return end < 0 ? bytes.length : end
}

/** Passes on one picture up to its end; returns false for a fault, and when no segments of `count` are left. */
async function* stripPicture(
  reader: ByteReader,
  count: { left: number },
  root: PictureRoot,
): AsyncGenerator<Buffer, boolean> {
  yield await reader.take(2)
  let isInScan = false
  for (;;) {
    const bytes = await reader.peek(4)
    const markerAt = findMarker(bytes, isInScan)
    if (markerAt > 0) {
      const before = await reader.take(markerAt)
      yield isInScan ? before : clearStrayBytes(before)
      continue
    }
    const [, marker] = bytes
    if (count.left-- === 0) return false
    if (marker === EOI) {
      yield await reader.take(2)
      return true
    }
    if (bytes.length < 4) return false
    if (isStandalone(marker!)) {
      yield await reader.take(2)
      continue
    }
    const length = 2 + bytes.readUInt16BE(2)
    const segment = length < 4 ? bytes : (await reader.peek(length)).subarray(0, length)
    if (length < 4 || segment.length < length) return false
    yield stripSegment(marker!, await reader.take(length), root)
    isInScan = marker === SOS
  }
}

/** Fill bytes FF stay, because decoders report others before a marker. */
const clearStrayBytes = (bytes: Buffer) => Buffer.from(bytes.map(byte => (byte === 0xff ? byte : 0)))

/** Index of the next marker that ends what is before it; the number of complete bytes when there is none. */
function findMarker(bytes: Buffer, isInScan: boolean): number {
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1]
    if (marker === undefined) return at
    if (marker === 0xff) at += 1
    else if (marker === 0 || (isInScan && marker !== EOI && !hasLengthInScan(marker))) at += 2
    else return at
  }
  return bytes.length
}

function stripSegment(marker: number, segment: Buffer, root: PictureRoot): Buffer {
  const isMetadata = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
  if (!isMetadata) return segment
  const [head, payload] = [segment.subarray(0, 4), segment.subarray(4)]
  const kept = KEPT_SEGMENTS.find(
    each => each.marker === marker && payload.toString('latin1', 0, each.name.length) === each.name,
  )
  if (!kept) return Buffer.concat([head, Buffer.alloc(payload.length)])
  const name = payload.subarray(0, kept.name.length)
  return Buffer.concat([head, name, kept.strip(payload.subarray(name.length), root)])
}
