import { StructureFault } from './errors.ts'
import type { RandomAccess } from './random-access.ts'

export const SOS = 0xda
export const EOI = 0xd9

// Bounds the walk over a hostile file made of empty segments; real files have some hundreds at most.
export const MAX_SEGMENTS = 10_000
const MAX_STRAY_BYTES = 65_536

/** A marker segment; `offset` and `length` are those of its payload (after the two length bytes). */
export type JpegSegment = { marker: number; offset: number; length: number }

/**
 * Reads the segments of a JPEG from its start up to and including the first SOS (ITU-T T.81 annex B). Throws
 * StructureFault: 'truncated' when the file ends before SOS, 'broken' when it cannot be a JPEG.
 */
export async function* readJpegSegments(file: RandomAccess): AsyncGenerator<JpegSegment> {
  let position = 2
  for (let count = 0; count < MAX_SEGMENTS; count++) {
    position = await findNextMarker(file, position)
    const [, marker = 0] = await readExactly(file, position, 2)
    if (marker === EOI) throw new StructureFault('broken')
    if (isStandalone(marker)) {
      position += 2
      continue
    }
    const [highByte = 0, lowByte = 0] = await readExactly(file, position + 2, 2)
    const length = highByte * 256 + lowByte
    if (length < 2) throw new StructureFault('broken')
    yield { marker, offset: position + 4, length: length - 2 }
    if (marker === SOS) return
    position += 2 + length
  }
  throw new StructureFault('broken')
}

/** SOF markers carry the frame size; C4, C8 and CC share their range but are tables. */
export const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Segments allowed between scans: DHT, SOS, DQT, DNL, DRI, COM and APPn. Anything else is damaged data. */
export const hasLengthInScan = (marker: number) =>
  marker === 0xc4 ||
  (marker >= SOS && marker <= 0xdd) ||
  marker === 0xfe ||
  (marker >= 0xe0 && marker <= 0xef)

/** Markers without a length: TEM, RST and SOI. */
export const isStandalone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

// Decoders skip stray bytes between segments and any number of FF fill bytes, so real files have both.
const findNextMarker = async (file: RandomAccess, from: number) => {
  const [first, second] = await readExactly(file, from, 2)
  if (isMarker(first, second)) return from
  const bytes = await file.read(from, MAX_STRAY_BYTES)
  for (let at = 1; at + 1 < bytes.length; at++) if (isMarker(bytes[at], bytes[at + 1])) return from + at
  throw new StructureFault(bytes.length < MAX_STRAY_BYTES ? 'truncated' : 'broken')
}

const isMarker = (first?: number, second?: number) => first === 0xff && second !== 0xff && second !== 0x00

const readExactly = async (file: RandomAccess, offset: number, length: number) => {
  const bytes = await file.read(offset, length)
  if (bytes.length < length) throw new StructureFault('truncated')
  return bytes
}
