import { toDosTime } from './dos-time.ts'
import {
  EXTENDED_TIME_MAX,
  findExtendedSeconds,
  getExtendedTimeLength,
  writeExtendedTime,
} from './extended-time.ts'

/** The header fields of one stored file. */
export interface FileRecord {
  /** Path inside the zip, parts joined by '/'. */
  name: string
  /** Bytes. */
  size: number
  crc32: number
  /** Local date-time, 'YYYY-MM-DDTHH:mm:ss'; before 1980 it is in an extra field as well. */
  modified: string | null
}

/** A buffer for records, with the second view that fast writing needs. */
export interface RecordBuffer {
  bytes: Buffer
  view: DataView
}

export function createRecordBuffer(length: number): RecordBuffer {
  const bytes = Buffer.alloc(length)
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, length) }
}

/** The marker values themselves mean "see the ZIP64 record", so they are already too large. */
const MARK_16 = 0xffff
const MARK_32 = 0xffffffff
const LOCAL_FIXED = 30
const CENTRAL_FIXED = 46
const LOCAL_ZIP64 = 20
const END_FIXED = 22
const END_ZIP64 = 56 + 20
const MADE_BY_UNIX = 3 << 8
const REGULAR_FILE_0644 = 0o100644 * 0x10000
const UTF8_NAMES = 0x0800
const NAME_MAX = 0xffff

/** Returns an upper bound for the central header of a name of this many UTF-16 units. */
export function getMaxCentralHeaderLength(nameUnits: number): number {
  return CENTRAL_FIXED + 3 * nameUnits + 28 + EXTENDED_TIME_MAX
}

export function getLocalHeaderLength(nameBytes: number, { size, modified }: FileRecord): number {
  return (
    LOCAL_FIXED +
    nameBytes +
    (size >= MARK_32 ? LOCAL_ZIP64 : 0) +
    getExtendedTimeLength(findExtendedSeconds(modified))
  )
}

/**
 * Creates the local file header (APPNOTE 4.3.7) with CRC and sizes in it, so no data descriptor follows. Sizes of 4 GiB
 * and more are in its own ZIP64 field: strict readers do not read them from the directory.
 */
export function createLocalHeader(file: FileRecord): Buffer {
  const nameBytes = Buffer.byteLength(file.name)
  const { bytes, view } = createRecordBuffer(getLocalHeaderLength(nameBytes, file))
  const needsZip64Size = file.size >= MARK_32
  const seconds = findExtendedSeconds(file.modified)
  view.setUint32(0, 0x04034b50, true)
  view.setUint16(4, needsZip64Size ? 45 : 20, true)
  view.setUint16(6, UTF8_NAMES, true)
  view.setUint32(10, toDosTime(file.modified), true)
  view.setUint32(14, file.crc32, true)
  view.setUint32(18, needsZip64Size ? MARK_32 : file.size, true)
  view.setUint32(22, needsZip64Size ? MARK_32 : file.size, true)
  view.setUint16(26, nameBytes, true)
  view.setUint16(28, (needsZip64Size ? LOCAL_ZIP64 : 0) + getExtendedTimeLength(seconds), true)
  let at = LOCAL_FIXED + writeText(bytes, LOCAL_FIXED, file.name)
  if (needsZip64Size) {
    view.setUint16(at, 1, true)
    view.setUint16(at + 2, 16, true)
    setUint64(view, at + 4, file.size)
    setUint64(view, at + 12, file.size)
    at += LOCAL_ZIP64
  }
  if (seconds !== undefined) writeExtendedTime(view, at, seconds)
  return bytes
}

/**
 * Writes the central directory header (APPNOTE 4.3.12) of a file whose local header starts at `offset`.
 * Its ZIP64 field contains only the values that do not fit, in the order of the format. Returns the length of
 * the name in bytes and of the whole record; the buffer must have `getMaxCentralHeaderLength` bytes left.
 */
export function writeCentralHeader(
  { bytes, view }: RecordBuffer,
  start: number,
  file: FileRecord,
  offset: number,
): { nameBytes: number; length: number } {
  const nameBytes = writeText(bytes, start + CENTRAL_FIXED, file.name)
  if (nameBytes === 0 || nameBytes > NAME_MAX) throw new RangeError('an entry name has 1 to 65,535 bytes')
  const needsZip64Size = file.size >= MARK_32
  const needsZip64Offset = offset >= MARK_32
  const zip64Length =
    needsZip64Size || needsZip64Offset ? 4 + (needsZip64Size ? 16 : 0) + (needsZip64Offset ? 8 : 0) : 0
  const seconds = findExtendedSeconds(file.modified)
  view.setUint32(start, 0x02014b50, true)
  view.setUint16(start + 4, MADE_BY_UNIX | (zip64Length === 0 ? 20 : 45), true)
  view.setUint16(start + 6, zip64Length === 0 ? 20 : 45, true)
  view.setUint16(start + 8, UTF8_NAMES, true)
  view.setUint16(start + 10, 0, true)
  view.setUint32(start + 12, toDosTime(file.modified), true)
  view.setUint32(start + 16, file.crc32, true)
  view.setUint32(start + 20, needsZip64Size ? MARK_32 : file.size, true)
  view.setUint32(start + 24, needsZip64Size ? MARK_32 : file.size, true)
  view.setUint16(start + 28, nameBytes, true)
  view.setUint16(start + 30, zip64Length + getExtendedTimeLength(seconds), true)
  view.setUint32(start + 32, 0, true)
  view.setUint16(start + 36, 0, true)
  view.setUint32(start + 38, REGULAR_FILE_0644, true)
  view.setUint32(start + 42, needsZip64Offset ? MARK_32 : offset, true)
  let at = start + CENTRAL_FIXED + nameBytes
  if (zip64Length !== 0) {
    view.setUint16(at, 1, true)
    view.setUint16(at + 2, zip64Length - 4, true)
    at += 4
    if (needsZip64Size) {
      setUint64(view, at, file.size)
      setUint64(view, at + 8, file.size)
      at += 16
    }
    if (needsZip64Offset) {
      setUint64(view, at, offset)
      at += 8
    }
  }
  if (seconds !== undefined) {
    writeExtendedTime(view, at, seconds)
    at += getExtendedTimeLength(seconds)
  }
  return { nameBytes, length: at - start }
}

/**
 * Creates the end of central directory record (APPNOTE 4.3.16), with the ZIP64 record and its locator before it where
 * the count, the size or the position of the directory does not fit.
 */
export function createEndRecords(count: number, directoryStart: number, directoryLength: number): Buffer {
  const needsZip64 = count >= MARK_16 || directoryStart >= MARK_32 || directoryLength >= MARK_32
  const { bytes, view } = createRecordBuffer((needsZip64 ? END_ZIP64 : 0) + END_FIXED)
  let at = 0
  if (needsZip64) {
    view.setUint32(0, 0x06064b50, true)
    setUint64(view, 4, 44)
    view.setUint16(12, MADE_BY_UNIX | 45, true)
    view.setUint16(14, 45, true)
    setUint64(view, 24, count)
    setUint64(view, 32, count)
    setUint64(view, 40, directoryLength)
    setUint64(view, 48, directoryStart)
    view.setUint32(56, 0x07064b50, true)
    setUint64(view, 64, directoryStart + directoryLength)
    view.setUint32(72, 1, true)
    at = END_ZIP64
  }
  view.setUint32(at, 0x06054b50, true)
  view.setUint16(at + 8, Math.min(count, MARK_16), true)
  view.setUint16(at + 10, Math.min(count, MARK_16), true)
  view.setUint32(at + 12, Math.min(directoryLength, MARK_32), true)
  view.setUint32(at + 16, Math.min(directoryStart, MARK_32), true)
  return bytes
}

/** Writes UTF-8 and returns its length; the loop avoids a native call for short ASCII names. */
export function writeText(bytes: Buffer, start: number, text: string): number {
  const units = text.length
  for (let index = 0; index < units; index++) {
    const unit = text.charCodeAt(index)
    if (unit >= 0x80) return bytes.write(text, start, 'utf8')
    bytes[start + index] = unit
  }
  return units
}

function setUint64(view: DataView, at: number, value: number): void {
  view.setUint32(at, value % 0x100000000, true)
  view.setUint32(at + 4, Math.floor(value / 0x100000000), true)
}
