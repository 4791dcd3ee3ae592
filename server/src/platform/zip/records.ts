/** The header fields of one stored file. */
export interface FileRecord {
  /** Path inside the zip, parts joined by '/'. */
  name: string
  /** Bytes. */
  size: number
  crc32: number
  /** Local date-time, 'YYYY-MM-DDTHH:mm:ss'; before 1980 it is in an extra field as well. */
  modified: string
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

/** Bytes of the longest extra field of a time. */
const EXTENDED_TIME_MAX = 36

const UNIX_TIME = 9

const NTFS_TIME = EXTENDED_TIME_MAX

/** 1601-01-01, where the 100 ns of NTFS begin. */
const NTFS_EPOCH_SECONDS = 11_644_473_600n

/**
 * Returns the seconds since 1970 of a wall-clock time 'YYYY-MM-DDTHH:mm:ss' before 1980, which the DOS format cannot
 * represent; undefined for later ones. The zone is taken as UTC; midnight, the time of a day without one, becomes noon, so that
 * readers in every zone show the day.
 */
function findExtendedSeconds(wallClock: string): number | undefined {
  if (wallClock >= '1980') return undefined
  const seconds = Date.parse(`${wallClock.replace('T00:00:00', 'T12:00:00')}Z`) / 1000
  return Number.isNaN(seconds) ? undefined : seconds
}

/** Returns the bytes of the extra field of `findExtendedSeconds`. */
function getExtendedTimeLength(seconds: number | undefined): number {
  if (seconds === undefined) return 0
  return seconds >= 0 ? UNIX_TIME : NTFS_TIME
}

/**
 * Writes the time of modification, equal in local and central headers: from 1970 on as 0x5455 (extended timestamp of Info-ZIP), before as
 * 0x000a (APPNOTE 4.5.5). Negative seconds of 0x5455 are a time after 2038 for 7-Zip and libarchive, and none for unzip.
 */
function writeExtendedTime(view: DataView, at: number, seconds: number): void {
  view.setUint16(at, seconds >= 0 ? 0x5455 : 0x000a, true)
  view.setUint16(at + 2, getExtendedTimeLength(seconds) - 4, true)
  if (seconds >= 0) {
    view.setUint8(at + 4, HAS_MODIFIED)
    view.setInt32(at + 5, seconds, true)
    return
  }
  const time = (BigInt(seconds) + NTFS_EPOCH_SECONDS) * 10_000_000n
  view.setUint32(at + 4, 0, true)
  view.setUint16(at + 8, 1, true)
  view.setUint16(at + 10, 24, true)
  for (const part of [12, 20, 28]) view.setBigUint64(at + part, time, true)
}

const HAS_MODIFIED = 1

const EARLIEST = packDosTime(1980, 1, 1, 0, 0, 0)

const LATEST = packDosTime(2107, 12, 31, 23, 59, 58)

/**
 * Returns a wall-clock time 'YYYY-MM-DDTHH:mm:ss' as MS-DOS date (high 16 bits) and time (low 16 bits). No time zone is
 * applied. Years outside 1980..2107 give the nearest end of that range, seconds are rounded down to even ones. Throws a RangeError
 * for anything that is not such a time.
 */
function toDosTime(wallClock: string): number {
  const year = parseDigits(wallClock, 0, 4)
  const month = parseDigits(wallClock, 5, 7)
  const day = parseDigits(wallClock, 8, 10)
  const hour = parseDigits(wallClock, 11, 13)
  const minute = parseDigits(wallClock, 14, 16)
  const second = parseDigits(wallClock, 17, 19)
  const isValid =
    wallClock.length === 19 &&
    wallClock[4] === '-' &&
    wallClock[7] === '-' &&
    wallClock[10] === 'T' &&
    wallClock[13] === ':' &&
    wallClock[16] === ':' &&
    year >= 0 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= 31 &&
    hour >= 0 &&
    hour <= 23 &&
    minute >= 0 &&
    minute <= 59 &&
    second >= 0 &&
    second <= 60
  if (!isValid) throw new RangeError(`not a wall-clock time: ${wallClock}`)
  if (year < 1980) return EARLIEST
  if (year > 2107) return LATEST
  return packDosTime(year, month, day, hour, minute, Math.min(second, 59))
}

function packDosTime(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number {
  const date = ((year - 1980) << 9) | (month << 5) | day
  const time = (hour << 11) | (minute << 5) | (second >> 1)
  return date * 0x10000 + time
}

/** -1 unless all characters are digits. */
function parseDigits(text: string, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48
    if (!(digit >= 0 && digit <= 9)) return -1
    value = value * 10 + digit
  }
  return value
}
