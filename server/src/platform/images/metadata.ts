import findZone from '@photostructure/tz-lookup'
import {
  isCredible,
  type PartialDate,
  parseOffset,
  parsePartialDate,
  selectDate,
} from '#contract/partial-date.ts'
import type { DatePrecision } from '#contract/photos.ts'
import { parseFileNameDate } from './file-name.ts'
import { toLocalTime } from './local-time.ts'
import { readMetadataBlocks } from './metadata-blocks.ts'
import { parseTags, type TagGroups, type Tags } from './metadata-tags.ts'
import type { RandomAccess } from './random-access.ts'
import type { PictureType } from './sniff.ts'

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
  /** Where the date comes from: 'gps' is the time of the position, 'changed' that of saving. Null without one. */
  takenSource: 'file' | 'gps' | 'name' | 'changed' | null
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
 * XMP, IPTC, GPS, a known pattern in the file name, DateTime of a camera; impossible and implausible dates and defaults of formats
 * count as missing. An instant in the name is local in `timeZone`. Damaged
 * metadata gives nulls; only errors of `file.read` are thrown. Reads only the metadata, a few megabytes at most.
 */
export const readMetadata = async (
  file: RandomAccess,
  type: PictureType,
  { fileName, timeZone }: { fileName: string; timeZone?: string | null },
  now: Date,
): Promise<Metadata> => {
  const tags = parseTags(await readMetadataBlocks(file, type))
  const taken = findTakenAt(tags, parseFileNameDate(fileName, timeZone), now)
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
  parseXmpDegrees(xmp.GPSLatitude?.value),
  parseXmpDegrees(xmp.GPSLongitude?.value),
]

/** Parses 'DDD,MM,SSk' or 'DDD,MM.mmk', with k one of N, S, E, W (XMP specification, part 2). */
const parseXmpDegrees = (text: unknown): number | undefined => {
  const [, degrees, minutes, seconds = '0', direction] =
    /^(\d{1,3}),(\d{1,2}(?:\.\d+)?)(?:,(\d{1,2}(?:\.\d+)?))?([NSEW])$/.exec(String(text)) ?? []
  if (degrees === undefined) return undefined
  const value = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600
  return direction === 'S' || direction === 'W' ? -value : value
}

interface FoundDate extends PartialDate {
  source: Exclude<Metadata['takenSource'], null>
  milliseconds: number | null
}

const findTakenAt = (tags: TagGroups, nameDate: PartialDate | null, now: Date): FoundDate | null => {
  const { exif, xmp, iptc } = tags
  const dates: (PartialDate | ExifDate | null)[] = [
    ...parseExifDates(exif),
    ...parseXmpDates(xmp),
    parseIptcDate(iptc),
  ]
  const taken = selectDate(dates, now)
  if (taken)
    return {
      ...taken,
      offset: taken.offset ?? findOffset(taken.at, tags),
      source: 'file',
      milliseconds: 'milliseconds' in taken ? taken.milliseconds : null,
    }
  const others = [
    ['gps', parseGpsDate(tags)],
    ['name', nameDate],
    ['changed', hasExposure(exif) ? parseExifDate(exif.DateTime, undefined, exif.OffsetTime) : null],
  ] as const
  for (const [source, date] of others)
    if (date && isCredible(date, now)) return { milliseconds: null, ...date, source }
  return null
}

/** Converts the UTC of a position to its local time; without a position it stays UTC. Null without the day. */
function parseGpsDate(tags: TagGroups): PartialDate | null {
  const { exif, xmp } = tags
  const [day, time] = [toPlainText(exif.GPSDateStamp), toPlainText(exif.GPSTimeStamp)]
  const date = parsePartialDate(day ? `${day} ${time ?? ''}` : (toPlainText(xmp.GPSTimeStamp) ?? ''))
  if (date?.precision !== 'second') return date
  const position = toPicturePosition(tags)
  const zone = position ? findZone(position.latitude, position.longitude) : 'UTC'
  return { ...date, ...toLocalTime(Date.parse(`${date.at}Z`), zone) }
}

interface ExifDate extends PartialDate {
  milliseconds: number | null
}

const parseExifDates = (exif: Tags): (ExifDate | null)[] => [
  parseExifDate(exif.DateTimeOriginal, exif.SubSecTimeOriginal, exif.OffsetTimeOriginal),
  hasExposure(exif) || isZeros(exif.DateTimeOriginal)
    ? parseExifDate(exif.DateTimeDigitized, exif.SubSecTimeDigitized, exif.OffsetTimeDigitized)
    : null,
]

const parseExifDate = (tag: Tags[string], subSecond: Tags[string], zone: Tags[string]): ExifDate | null => {
  const date = parsePartialDate(toPlainText(tag) ?? '')
  const offset = parseOffset(toPlainText(zone) ?? '')
  return date && { ...date, offset: offset ?? date.offset, milliseconds: parseSubSecond(subSecond) }
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
  [xmp.DateTimeOriginal, xmp.DateCreated].map(tag => parsePartialDate(toPlainText(tag) ?? ''))

const parseIptcDate = (iptc: Tags) => {
  const date = toPlainText(iptc['Date Created'])
  const time = toPlainText(iptc['Time Created'])
  return date ? parsePartialDate(time ? `${date} ${time}` : date) : null
}

/**
 * Finds the zone of another date field, used only if that field has the same local date-time: OffsetTime is that of the last change. Zero
 * of XMP and IPTC is not used: software that knows no zone writes 'Z' or '+00:00'.
 */
const findOffset = (at: string, { exif, xmp, iptc }: TagGroups) => {
  const otherDates = [
    ...parseXmpDates(xmp),
    parsePartialDate(toPlainText(xmp.CreateDate) ?? ''),
    parseIptcDate(iptc),
  ]
  const exifDates = [
    parseExifDate(exif.DateTimeDigitized, undefined, exif.OffsetTimeDigitized),
    parseExifDate(exif.DateTime, undefined, exif.OffsetTime),
  ]
  const found =
    exifDates.find(date => date?.at === at && date.offset !== null) ??
    otherDates.find(date => date?.at === at && date.offset)
  return found?.offset ?? null
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
