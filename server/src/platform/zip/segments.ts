import { DIRECTORY_BLOCK, type ZipEntry, type ZipPlan } from './plan.ts'
import {
  createEndRecords,
  createLocalHeader,
  createRecordBuffer,
  getMaxCentralHeaderLength,
  writeCentralHeader,
} from './records.ts'

/** Byte positions, both inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** A segment of a zip: header bytes, or the bytes `start`..`end` (inclusive) of an entry's source. */
export type ZipSegment<S> =
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'source'; entry: ZipEntry<S>; start: number; end: number }

/**
 * Walks the bytes `start`..`end` of a planned zip in order. Lazy: headers exist one at a time, the directory one
 * block at a time. Throws a RangeError when the range is not inside the zip.
 */
export function* listZipSegments<S>(
  plan: ZipPlan<S>,
  { start, end }: ByteRange,
): Generator<ZipSegment<S>, void, void> {
  const { entries, offsets, length } = plan
  const isInside =
    Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end && end < length
  if (!isInside) throw new RangeError(`bytes ${start}-${end} are not inside a zip of ${length}`)

  for (let index = findEntryAt(offsets, start); index < entries.length && offsets[index]! <= end; index++) {
    const entry = entries[index]!
    const contentStart = offsets[index + 1]! - entry.size
    if (start < contentStart) yield* cutToRange(createLocalHeader(entry), offsets[index]!, start, end)
    const from = Math.max(start, contentStart)
    const to = Math.min(end, offsets[index + 1]! - 1)
    if (from <= to) yield { kind: 'source', entry, start: from - contentStart, end: to - contentStart }
  }
  const directoryStart = offsets[entries.length]!
  if (end >= directoryStart) yield* listTailSegments(plan, directoryStart, start, end)
}

function* listTailSegments<S>(plan: ZipPlan<S>, directoryStart: number, start: number, end: number) {
  const { entries, directoryOffsets } = plan
  const blocks = directoryOffsets.length - 1
  for (let block = 0; block < blocks; block++) {
    const blockStart = directoryStart + directoryOffsets[block]!
    if (blockStart > end) return
    if (directoryStart + directoryOffsets[block + 1]! <= start) continue
    yield* cutToRange(createDirectoryBlock(plan, block), blockStart, start, end)
  }
  const directoryLength = directoryOffsets[blocks]!
  const records = createEndRecords(entries.length, directoryStart, directoryLength)
  yield* cutToRange(records, directoryStart + directoryLength, start, end)
}

function createDirectoryBlock<S>({ entries, offsets, directoryOffsets }: ZipPlan<S>, block: number): Buffer {
  const firstEntry = block * DIRECTORY_BLOCK
  const lastEntry = Math.min(firstEntry + DIRECTORY_BLOCK, entries.length) - 1
  const length = directoryOffsets[block + 1]! - directoryOffsets[block]!
  // writeCentralHeader needs the upper bound of the last header as free space, though it may use less.
  const recordBuffer = createRecordBuffer(length + getMaxCentralHeaderLength(entries[lastEntry]!.name.length))
  let filledBytes = 0
  for (let index = firstEntry; index <= lastEntry; index++) {
    filledBytes += writeCentralHeader(recordBuffer, filledBytes, entries[index]!, offsets[index]!).length
  }
  return recordBuffer.bytes.subarray(0, filledBytes)
}

/**
 * Returns the part of `bytes`, which start at `position`, within `start`..`end`; yields nothing if they do not overlap.
 */
function* cutToRange(bytes: Buffer, position: number, start: number, end: number) {
  const part = bytes.subarray(Math.max(0, start - position), Math.max(0, end + 1 - position))
  if (part.length > 0) yield { kind: 'bytes' as const, bytes: part }
}

/** Finds the last entry that starts at or before `position`. */
function findEntryAt(offsets: Float64Array, position: number): number {
  let low = 0
  let high = offsets.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (offsets[middle]! <= position) low = middle
    else high = middle - 1
  }
  return low
}
