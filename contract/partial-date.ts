import type { DatePrecision } from './photos.ts'

/** A date of a photo as exactly as it is known. */
export interface PartialDate {
  /** Local date-time 'YYYY-MM-DDTHH:mm:ss', never converted between zones: the first second of the day, month or year. */
  at: string
  precision: DatePrecision
  /** Minutes east of UTC, of an exact date with its zone. */
  offset: number | null
}

/**
 * Reads the forms of Exif ('2024:05:03 14:15:00'), XMP and IPTC (ISO 8601) to the part that is known: zeros and blanks are an unknown
 * month or day, blanks before a digit a zero, and a time that does not exist leaves the day. Null for anything else.
 */
export function parsePartialDate(text: string): PartialDate | null {
  const [, yearText, monthText, dayText, time] =
    DATE.exec(
      text
        .trim()
        .slice(0, LENGTH_MAX)
        .replace(/[\s:/.-]+$/, ''),
    ) ?? []
  const [year, month, day] = [yearText, monthText, dayText].map(part => Number(part ?? 0)) as DateParts
  if (year === 0) return null
  const isDayKnown = month > 0 && day > 0
  const at = formatLocalTime([year, month || 1, isDayKnown ? day : 1, 0, 0, 0])
  if (at === null) return null
  if (!isDayKnown) return { at, precision: month > 0 ? 'month' : 'year', offset: null }
  return (time && parseTime([year, month, day], time)) || { at, precision: 'day', offset: null }
}

type DateParts = [year: number, month: number, day: number]

/** Bounds the search for an end of blanks and colons. */
const LENGTH_MAX = 100

const DATE = /^(\d{4})(?:[:\-/.] ?(\d{1,2})(?:[:\-/.] ?(\d{1,2})(?:[T ]+(.+))?)?)?$/i

function parseTime(date: DateParts, text: string): PartialDate | null {
  const [, hourText, minute, second, half, zone] = TIME.exec(text) ?? []
  const hour = hourText === undefined ? null : parseHour(hourText, half)
  const at = hour === null ? null : formatLocalTime([...date, hour, Number(minute), Number(second ?? 0)])
  return at === null ? null : { at, precision: 'second', offset: parseOffset(zone ?? '') }
}

/** Exif has room for 20 characters, which cut off the M of a clock with twelve hours. */
const TIME =
  /^(\d{1,2})[:.] ?(\d{1,2})(?:[:.] ?(\d{1,2})(?:[.,]\d+)?)?(?:\s?([ap])(?:\.?\s?m\.?)?)? *(Z|[+-]\d{2}:?\d{2})?$/i

/** Returns the hour of the day; `half` is 'a' or 'p' of a clock with twelve hours. Null for one that such a clock has not. */
export function parseHour(text: string, half: string | undefined): number | null {
  const hour = Number(text)
  if (!half) return hour
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

/**
 * Returns minutes east of UTC from 'Z', '+02:00' or '+0200'; null when malformed or outside the range of real zones.
 */
export const parseOffset = (text: string): number | null => {
  const match = /^(?:(Z)|([+-])(\d{2}):?(\d{2}))$/i.exec(text.trim())
  if (!match) return null
  if (match[1]) return 0
  const minutes = Number(match[3]) * 60 + Number(match[4])
  if (Number(match[4]) > 59 || minutes > 14 * 60) return null
  return match[2] === '-' && minutes > 0 ? -minutes : minutes
}

/** Formats year, month, day, hour, minute, second; null for those that do not exist. A leap second becomes the second before. */
export function formatLocalTime(parts: [...DateParts, hour: number, minute: number, second: number]) {
  const [year, month, day, hour, minute, second] = parts
  const exists = month >= 1 && month <= 12 && day >= 1 && day <= countDaysOfMonth(year, month)
  if (!exists || hour > 23 || minute > 59 || second > 60) return null
  const date = [pad(year, 4), pad(month), pad(day)].join('-')
  return `${date}T${[hour, minute, Math.min(second, 59)].map(part => pad(part)).join(':')}`
}

/** Characters of a local date-time that a precision knows. */
export const KNOWN_CHARACTERS: Record<DatePrecision, number> = { year: 4, month: 7, day: 10, second: 19 }

/** Returns the first second of the day, month or year of a local date-time. */
export const truncateDate = (at: string, precision: DatePrecision): string =>
  at.slice(0, KNOWN_CHARACTERS[precision]) + '0000-01-01T00:00:00'.slice(KNOWN_CHARACTERS[precision])

/**
 * Selects the first credible date; a later one that says the same more exactly, as the second of the same day, replaces it.
 */
export function selectDate<Each extends PartialDate>(
  dates: readonly (Each | null | undefined)[],
  now: Date,
): Each | undefined {
  let selected: Each | undefined
  for (const date of dates)
    if (date && isCredible(date, now) && (!selected || isMoreExact(date, selected))) selected = date
  return selected
}

/** The first second of a day, month or year is not more exact: programs write it for a time that they do not know. */
function isMoreExact(date: PartialDate, than: PartialDate): boolean {
  const known = KNOWN_CHARACTERS[than.precision]
  const isFiner = KNOWN_CHARACTERS[date.precision] > known && date.at !== than.at
  return isFiner && date.at.slice(0, known) === than.at.slice(0, known)
}

/** Whether a file or a name can say this date: plausible, and not what a format writes for an unknown time. */
export const isCredible = (date: Pick<PartialDate, 'at' | 'precision'>, now: Date): boolean =>
  isPlausible(date.at, now) && !isFormatDefault(date)

/**
 * Whether a photo can have been taken at this time: not before photography (1826), and not later than a day from `now`
 * (a day covers every zone, since a local date-time has none).
 */
export const isPlausible = (at: string, now: Date): boolean =>
  at >= '1826-01-01' && Date.parse(`${at}Z`) <= now.getTime() + 86_400_000

/** Whether it is the instant 0 of computers, QuickTime or GPS in any zone, or the local one of FAT and zip, or of OLE. */
function isFormatDefault({ at, precision }: Pick<PartialDate, 'at' | 'precision'>): boolean {
  if (precision !== 'second') return false
  if (LOCAL_DEFAULTS.has(at)) return true
  const milliseconds = Date.parse(`${at}Z`)
  return UTC_DEFAULTS.some(instant => Math.abs(milliseconds - instant) <= FARTHEST_ZONE_MS)
}

const UTC_DEFAULTS = [0, Date.UTC(1904, 0, 1), Date.UTC(1980, 0, 6)]

/** FAT has years from 1980, and its zeros are read as month 0 and day 0 of that year; the days of OLE count from 1899. */
const LOCAL_DEFAULTS: ReadonlySet<string> = new Set([
  '1980-01-01T00:00:00',
  '1979-11-30T00:00:00',
  '1899-12-30T00:00:00',
])

const FARTHEST_ZONE_MS = 14 * 3_600_000

const countDaysOfMonth = (year: number, month: number) => {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
}

const pad = (value: number, width = 2) => String(value).padStart(width, '0')
