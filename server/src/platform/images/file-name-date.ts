import { formatWallClock } from './wall-clock.ts'

/** How exact a date is: 'month' has its first day at 00:00, 'year' 1 January. */
export type DatePrecision = 'second' | 'day' | 'month' | 'year'

/** The local date-time of a file name, 'YYYY-MM-DDTHH:mm:ss'. */
export interface FileNameDate {
  at: string
  precision: DatePrecision
}

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
 * Returns the wall-clock time in a file name of a known pattern (OP-92, NX-243): midnight where the name has only a
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
