import { StructureFault } from './errors.ts'
import { EOI, isFrameHeader, readJpegSegments, SOS } from './jpeg-segments.ts'
import { createBufferedAccess, type RandomAccess } from './random-access.ts'

const TAIL_BYTES = 4096
const SCAN_CHUNK_BYTES = 1_048_576

/** Size from the frame header. `admit` may reject it before the rest is read; throws StructureFault. */
export const checkJpeg = async (file: RandomAccess, admit: (width: number, height: number) => void) => {
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

// Segments allowed between scans: DHT, SOS, DQT, DNL, DRI, COM and APPn. Anything else is damaged data.
const hasLengthInScan = (marker: number) =>
  marker === 0xc4 ||
  (marker >= SOS && marker <= 0xdd) ||
  marker === 0xfe ||
  (marker >= 0xe0 && marker <= 0xef)
