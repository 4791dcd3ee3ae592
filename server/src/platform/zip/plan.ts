import { createHash } from 'node:crypto'
import {
  createEndRecords,
  createRecordBuffer,
  type FileRecord,
  getLocalHeaderLength,
  getMaxCentralHeaderLength,
  type RecordBuffer,
  writeCentralHeader,
  writeText,
} from './records.ts'

/** One file of a planned zip. `source` identifies its bytes; only `OpenSource` interprets it. */
export interface ZipEntry<S> extends FileRecord {
  source: S
  /**
   * Any text that changes whenever the bytes do, such as their SHA-256. It is part of the ETag, because bytes can be
   * crafted to collide in CRC and size.
   */
  digest?: string
}

/** The layout of a zip that is generated while streaming: plan and sources determine every byte. */
export interface ZipPlan<S> {
  /** Bytes of the whole zip, the exact Content-Length. */
  length: number
  /** Strong entity tag with its quotes; equal for equal plans, in any process. */
  etag: string
  entries: readonly ZipEntry<S>[]
  /** Where each local header starts; one more than there are entries, the last is the start of the directory. */
  offsets: Float64Array
  /** Where, counted from the start of the directory, each block of directory headers starts; one more than blocks. */
  directoryOffsets: Float64Array
}

/** Directory headers are produced in blocks of this many entries. */
export const DIRECTORY_BLOCK = 256

/** Part of every ETag: raise it when the same plan would produce different bytes than before. */
const LAYOUT_VERSION = 'stored zip, layout 1'
const SCRATCH_BYTES = 256 * 1024

/**
 * Plans a zip of stored (uncompressed) entries: UTF-8 names, wall-clock times, CRC and sizes in the local headers,
 * ZIP64 only where a value needs it (APPNOTE 6.3.10). Nothing is read or written; headers are made while streaming.
 *
 * Names must be safe and unique (`createEntryNames`), sizes and CRCs those of the sources. The plan keeps `entries`:
 * they must not change afterwards. Throws a RangeError on a size, CRC, time or name that no zip can represent.
 */
export function planZip<S>(entries: readonly ZipEntry<S>[]): ZipPlan<S> {
  const count = entries.length
  const offsets = new Float64Array(count + 1)
  const directoryOffsets = new Float64Array(Math.ceil(count / DIRECTORY_BLOCK) + 1)
  const hash = createHash('sha256').update(LAYOUT_VERSION)
  let scratch = createRecordBuffer(SCRATCH_BYTES)
  let filledBytes = 0
  let offset = 0
  let directory = 0

  for (let index = 0; index < count; index++) {
    const entry = entries[index]!
    checkNumbers(entry)
    const digest = entry.digest ?? ''
    const maxHeaderLength = getMaxCentralHeaderLength(entry.name.length) + 4 + 3 * digest.length
    if (filledBytes + maxHeaderLength > scratch.bytes.length) {
      hash.update(scratch.bytes.subarray(0, filledBytes))
      filledBytes = 0
      if (maxHeaderLength > scratch.bytes.length) scratch = createRecordBuffer(maxHeaderLength)
    }
    if (index % DIRECTORY_BLOCK === 0) directoryOffsets[index / DIRECTORY_BLOCK] = directory
    offsets[index] = offset
    const header = writeCentralHeader(scratch, filledBytes, entry, offset)
    filledBytes = writeDigest(scratch, filledBytes + header.length, digest)
    directory += header.length
    offset += getLocalHeaderLength(header.nameBytes, entry) + entry.size
  }
  offsets[count] = offset
  directoryOffsets[directoryOffsets.length - 1] = directory

  const end = createEndRecords(count, offset, directory)
  const length = offset + directory + end.length
  if (!Number.isSafeInteger(length)) throw new RangeError('the zip would be longer than can be counted')
  hash.update(scratch.bytes.subarray(0, filledBytes)).update(end)
  return { length, etag: `"${hash.digest('base64url')}"`, entries, offsets, directoryOffsets }
}

function checkNumbers({ size, crc32 }: FileRecord): void {
  if (!(Number.isSafeInteger(size) && size >= 0)) throw new RangeError(`not a size in bytes: ${size}`)
  if (crc32 >>> 0 !== crc32) throw new RangeError(`not a CRC-32: ${crc32}`)
}

/** Prefixed with its length, so that no two lists of digests have the same hash input. */
function writeDigest({ bytes, view }: RecordBuffer, start: number, digest: string): number {
  const length = writeText(bytes, start + 4, digest)
  view.setUint32(start, length, true)
  return start + 4 + length
}
