import { readMetadataBlocks } from './metadata-blocks.ts'
import { parseTags, type TagGroups, type Tags } from './metadata-tags.ts'
import type { RandomAccess } from './random-access.ts'
import type { PictureType } from './sniff.ts'
import { formatWallClock, isPlausible, parseOffset, parseWallClock, type WallClock } from './wall-clock.ts'

// Digits are always read as local date-time, although some apps write UTC into the name (PXL_…).
const patterns = [
  // IMG_20240503_141500, PXL_20240503_141500123, Screenshot_20240503-141500, 20240503_141500, WIN_20240503_14_15_00_Pro
  /^(?:[a-z]{2,12}[_-])?(\d{4})(\d\d)(\d\d)[_-](\d\d)_?(\d\d)_?(\d\d)(?:\d{3})?(?!\d)/i,
  // IMG20240503141500
  /^(?:IMG|VID|PANO)_?(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?!\d)/i,
  // Screenshot 2024-05-03 at 14.15.00, WhatsApp Image 2024-05-03 at 2.15.00 PM, signal-2024-05-03-141500,
  // Screenshot from 2024-05-03 14-15-00, 2024-05-03 14.15.00
  /^[\p{L} _-]{0,40}(\d{4})-(\d\d)-(\d\d)(?:[ _-]|T| \p{L}{1,4} )(\d{1,2})[.\-:]?(\d\d)[.\-:]?(\d\d)(?:\s?([AP])M)?(?!\d)/iu,
  // IMG-20240503-WA0001
  /^(?:IMG|VID)-(\d{4})(\d\d)(\d\d)-WA\d+/i,
  // 19740812, 19740812 Garden, IMG_20240503; not 20031228_10153421234567890_1234567890_n, the numbers of a download
  /^(?:IMG_)?(\d{4})(\d\d)(\d\d)(?!\d|[_-]\d{7})/i,
  // 1974-08-12, 1974-08-12 Garden
  /^(\d{4})-(\d\d)-(\d\d)(?!\d)/,
  // 1974-08 Garden: the month
  /^(\d{4})-(\d\d)[ _-]\p{L}/u,
  // Scan_19740812; a later day can be that of scanning
  /^Scan_(1[89]\d\d)(\d\d)(\d\d)(?!\d)/i,
]

// FB_IMG_1540000000000: milliseconds since 1970 in UTC
const epochPattern = /^FB_IMG_(1\d{12})(?!\d)/i

/**
 * Returns the wall-clock time in a file name of a known pattern: midnight where the name has only a
 * date, the first day where it has only year and month, UTC where it has an instant.
 */
export const parseFileNameDate = (fileName: string): FileNameDate | null => {
  const base = fileName.slice(fileName.search(/[^/\\]*$/)).slice(0, 255)
  for (const pattern of patterns) {
    const match = pattern.exec(base)
    if (match) return parseMatch(match)
  }
  const instant = epochPattern.exec(base)
  return instant && { at: new Date(Number(instant[1])).toISOString().slice(0, 19), precision: 'second' }
}

const parseMatch = (match: RegExpExecArray): FileNameDate | null => {
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(part => Number(part ?? 0))
  const dayHalf = match[7]?.toUpperCase()
  if (dayHalf && (hour! < 1 || hour! > 12)) return null
  const hours = dayHalf ? (hour! % 12) + (dayHalf === 'P' ? 12 : 0) : (hour ?? 0)
  const at = formatWallClock({
    year: year!,
    month: month!,
    day: match[3] === undefined ? 1 : day!,
    hour: hours,
    minute: minute ?? 0,
    second: second ?? 0,
  })
  return at === null ? null : { at, precision: getPrecision(match) }
}

const getPrecision = ([, , , day, hour]: RegExpExecArray): DatePrecision => {
  if (day === undefined) return 'month'
  return hour === undefined ? 'day' : 'second'
}

export type CameraFacts = {
  make: string | null
  model: string | null
  lens: string | null
  /** Millimetres. */
  focalLength: number | null
  /** The f-number. */
  aperture: number | null
  /** Seconds. */
  exposure: number | null
  iso: number | null
}

export type Metadata = {
  /** Local date-time 'YYYY-MM-DDTHH:mm:ss', never converted between zones. */
  takenAt: string | null
  /** Minutes east of UTC, where the camera recorded its zone. */
  takenOffset: number | null
  /** Where the date comes from; null without one. */
  takenSource: 'file' | 'name' | null
  takenPrecision: DatePrecision
  /** Milliseconds of the second, where the camera recorded them. */
  takenMilliseconds: number | null
  camera: CameraFacts
  /** Exif orientation 1–8; always 1 for HEIC: its container rotates the picture, so Exif must not rotate it again. */
  orientation: number
  /** Whether `readPosition` finds one. */
  hasLocation: boolean
}

/**
 * Reads date, camera and position. Date order: Exif DateTimeOriginal, DateTimeDigitized of a camera,
 * XMP, IPTC, then a known pattern in the file name; impossible and implausible dates count as missing. Damaged
 * metadata gives nulls; only errors of `file.read` are thrown. Reads only the metadata, a few megabytes at most.
 */
export const readMetadata = async (
  file: RandomAccess,
  type: PictureType,
  fileName: string,
  now: Date,
): Promise<Metadata> => {
  const tags = parseTags(await readMetadataBlocks(file, type))
  const taken = findTakenAt(tags, fileName, now)
  return {
    takenAt: taken?.at ?? null,
    takenOffset: taken?.offset ?? null,
    takenSource: taken?.source ?? null,
    takenPrecision: taken?.precision ?? 'second',
    takenMilliseconds: taken?.milliseconds ?? null,
    camera: toCameraFacts(tags),
    orientation: type === 'image/heic' ? 1 : getOrientation(tags.exif),
    hasLocation: toPicturePosition(tags) !== null,
  }
}

/** Degrees; north and east are positive. */
export type PicturePosition = { latitude: number; longitude: number }

/**
 * Reads the position where a picture was taken, of Exif, else of XMP. Null without one, and for 0°, 0°, which cameras write when they
 * know none. Only errors of `file.read` are thrown.
 */
export const readPosition = async (file: RandomAccess, type: PictureType): Promise<PicturePosition | null> =>
  toPicturePosition(parseTags(await readMetadataBlocks(file, type)))

function toPicturePosition({ gps, xmp }: TagGroups): PicturePosition | null {
  const position = toPosition(gps.Latitude, gps.Longitude) ?? toPosition(...parseXmpPosition(xmp))
  return position?.latitude === 0 && position.longitude === 0 ? null : position
}

const toPosition = (latitude: unknown, longitude: unknown): PicturePosition | null => {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isOnEarth ? { latitude, longitude } : null
}

const parseXmpPosition = (xmp: Tags): [unknown, unknown] => [
  parseXmpDegrees(toPlainText(xmp.GPSLatitude)),
  parseXmpDegrees(toPlainText(xmp.GPSLongitude)),
]

/** Parses 'DDD,MM,SSk' or 'DDD,MM.mmk', with k one of N, S, E, W (XMP specification, part 2). */
const parseXmpDegrees = (text: string | null): number | undefined => {
  const [, degrees, minutes, seconds = '0', direction] =
    /^(\d{1,3}),(\d{1,2}(?:\.\d+)?)(?:,(\d{1,2}(?:\.\d+)?))?([NSEW])$/.exec(text ?? '') ?? []
  if (degrees === undefined) return undefined
  const value = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600
  return direction === 'S' || direction === 'W' ? -value : value
}

interface FoundDate extends WallClock {
  source: 'file' | 'name'
  precision: DatePrecision
  milliseconds: number | null
}

const findTakenAt = (tags: TagGroups, fileName: string, now: Date): FoundDate | null => {
  const dates: (ExifDate | WallClock | null)[] = [
    ...parseExifDates(tags.exif),
    ...parseXmpDates(tags.xmp),
    parseIptcDate(tags.iptc),
  ]
  const takenDate = dates.find(date => date && isPlausible(date.at, now))
  if (takenDate)
    return {
      at: takenDate.at,
      offset: takenDate.offset ?? findOffset(takenDate.at, tags),
      source: 'file',
      precision: 'second',
      milliseconds: 'milliseconds' in takenDate ? takenDate.milliseconds : null,
    }
  const nameDate = parseFileNameDate(fileName)
  if (!nameDate || !isPlausible(nameDate.at, now)) return null
  return { ...nameDate, offset: null, source: 'name', milliseconds: null }
}

interface ExifDate extends WallClock {
  milliseconds: number | null
}

const parseExifDates = (exif: Tags): (ExifDate | null)[] => [
  parseExifDate(exif.DateTimeOriginal, exif.SubSecTimeOriginal, exif.OffsetTimeOriginal, exif.OffsetTime),
  hasExposure(exif) || isZeros(exif.DateTimeOriginal)
    ? parseExifDate(
        exif.DateTimeDigitized,
        exif.SubSecTimeDigitized,
        exif.OffsetTimeDigitized,
        exif.OffsetTime,
      )
    : null,
]

const parseExifDate = (
  tag: Tags[string],
  subSecond: Tags[string],
  ...zones: Tags[string][]
): ExifDate | null => {
  const date = parseWallClock(toPlainText(tag) ?? '')
  const zone = zones.map(zone => parseOffset(toPlainText(zone) ?? '')).find(offset => offset !== null)
  return date && { at: date.at, offset: zone ?? date.offset, milliseconds: parseSubSecond(subSecond) }
}

/** Reads the decimals of a second, as '05' for 50 ms; null for blanks and anything else. */
const parseSubSecond = (tag: Tags[string]): number | null => {
  const [digits] = /^\d{1,9}$/.exec(toPlainText(tag) ?? '') ?? []
  return digits === undefined ? null : Math.floor(Number(digits.padEnd(9, '0')) / 1_000_000)
}

/** A date of zeros is that of a camera whose clock was not set; software leaves an unknown date blank. */
const isZeros = (tag: Tags[string]) => /^0000[:-]00[:-]00/.test(toPlainText(tag) ?? '')

/** Whether a camera took the picture: a scanner, which writes the day of scanning, records none of the three. */
const hasExposure = (exif: Tags) =>
  [exif.ExposureTime, exif.FNumber, exif.FocalLength].some(tag => toPositiveNumber(tag) !== null)

const parseXmpDates = (xmp: Tags) =>
  [xmp.DateTimeOriginal, xmp.DateCreated].map(tag => parseWallClock(toPlainText(tag) ?? ''))

const parseIptcDate = (iptc: Tags) => {
  const date = toPlainText(iptc['Date Created'])
  const time = toPlainText(iptc['Time Created'])
  return date ? parseWallClock(time ? `${date} ${time}` : date) : null
}

/**
 * Finds the zone of another date field, used only if that field has the same local date-time. Zero is not used:
 * software that knows no zone writes 'Z' or '+00:00'.
 */
const findOffset = (at: string, { xmp, iptc }: TagGroups) => {
  const otherDates = [
    ...parseXmpDates(xmp),
    parseWallClock(toPlainText(xmp.CreateDate) ?? ''),
    parseIptcDate(iptc),
  ]
  return otherDates.find(candidate => candidate?.at === at && candidate.offset)?.offset ?? null
}

const toCameraFacts = ({ exif, xmp }: TagGroups): CameraFacts => ({
  make: toPlainText(exif.Make) ?? toPlainText(xmp.Make),
  model: toPlainText(exif.Model) ?? toPlainText(xmp.Model),
  lens: toPlainText(exif.LensModel) ?? toPlainText(xmp.LensModel) ?? toPlainText(xmp.Lens),
  focalLength: toPositiveNumber(exif.FocalLength),
  aperture: toPositiveNumber(exif.FNumber),
  exposure: toPositiveNumber(exif.ExposureTime),
  iso: toPositiveNumber(exif.ISOSpeedRatings),
})

const getOrientation = (exif: Tags) => {
  const value = exif.Orientation?.value
  return typeof value === 'number' && value >= 1 && value <= 8 ? value : 1
}

/** Returns one line of plain text: Exif strings are lists of one, padded with NUL; hostile files contain any value. */
const toPlainText = (tag: Tags[string]): string | null => {
  const text = Array.isArray(tag?.value) && typeof tag.value[0] === 'string' ? tag.value[0] : tag?.description
  if (typeof text !== 'string') return null
  const [line = ''] = text.split('\0')
  return (
    line
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim()
      .slice(0, 100) || null
  )
}

const toPositiveNumber = (tag: Tags[string]): number | null => {
  const value = Array.isArray(tag?.value)
    ? Number(tag.value[0]) / Number(tag.value[1] ?? 1)
    : Number(tag?.value)
  return Number.isFinite(value) && value > 0 ? value : null
}

/** How exact a date is: 'month' has its first day at 00:00, 'year' 1 January. */
type DatePrecision = 'second' | 'day' | 'month' | 'year'

/** The local date-time of a file name, 'YYYY-MM-DDTHH:mm:ss'. */
interface FileNameDate {
  at: string
  precision: DatePrecision
}
