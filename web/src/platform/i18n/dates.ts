import type { Timestamp } from '#contract/deadline.ts'
import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import type { Image } from '#contract/photos.ts'
import { getDateFormatter } from './date-formatter.ts'
import type { Texts } from './texts.ts'

/*
 * A local date-time is what the camera's clock showed, without a zone. It is treated as UTC both when it is parsed and
 * when Intl formats it, so no time zone of a viewer or server shifts it.
 */

/** Formats 'August 2026', month 1 to 12, capitalized for a heading; 1970/1 is 'Unknown Date' and 1970/0 January. */
export function monthLabel(
  texts: Texts,
  year: number,
  month: number,
  style: 'long' | 'short' = 'long',
): string {
  if (year === 1970 && month === 1) return texts.text('date.unknown')
  return formatMonth(texts, createUtcDate(year, month || 1), style)
}

/** Formats 'Aug 2026' for narrow places; otherwise like monthLabel. */
export const shortMonthLabel = (texts: Texts, year: number, month: number): string =>
  monthLabel(texts, year, month, 'short')

const formatMonth = (texts: Texts, date: Date, month: 'long' | 'short' | undefined) =>
  capitalize(texts, getDateFormatter(texts, { month, year: 'numeric' }).format(date))

/** Formats '3 May 2024' (d MMMM yyyy); undefined unless `localDateTime` is a real 'YYYY-MM-DDTHH:mm:ss'. */
export function dayLabel(texts: Texts, localDateTime: string | undefined): string | undefined {
  const date = parseLocalDateTime(localDateTime)
  return date && getDateFormatter(texts, DAY).format(date)
}

/** A photo's date, as exactly as it is known. */
export type TakenDate = Pick<Image, 'dateTaken' | 'dateTakenPrecision'>

/** Formats '3 May 2024', 'August 1974' or '1974', as exactly as it is known; undefined without a date. */
export function takenDayLabel(
  texts: Texts,
  { dateTaken, dateTakenPrecision }: TakenDate,
): string | undefined {
  if (!dateTakenPrecision || dateTakenPrecision === 'day') return dayLabel(texts, dateTaken)
  const date = parseLocalDateTime(dateTaken)
  return date && formatMonth(texts, date, dateTakenPrecision === 'month' ? 'long' : undefined)
}

/** Formats 'Wednesday, 25 July 2018'; undefined unless `localDateTime` is valid. */
export function weekdayLabel(texts: Texts, localDateTime: string | undefined): string | undefined {
  const date = parseLocalDateTime(localDateTime)
  return date && capitalize(texts, getDateFormatter(texts, { ...DAY, weekday: 'long' }).format(date))
}

/** Formats '16:34'; undefined unless `localDateTime` is valid. */
export function timeLabel(texts: Texts, localDateTime: string | undefined): string | undefined {
  const date = parseLocalDateTime(localDateTime)
  return (
    date && getDateFormatter(texts, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(date)
  )
}

/** Formats '3 May 2024 at 14:15:00' (d MMMM yyyy 'at' HH:mm:ss); undefined unless `localDateTime` is valid. */
export function dateTimeLabel(texts: Texts, localDateTime: string | undefined): string | undefined {
  const date = parseLocalDateTime(localDateTime)
  if (!date) return undefined
  const time = localDateTime?.slice(11, 19) ?? ''
  return texts.text('date.date-and-time', { date: getDateFormatter(texts, DAY).format(date), time })
}

/** Formats the day of a moment (ISO 8601, UTC), '3 May 2024'. */
export function instantDayLabel(texts: Texts, instant: Timestamp): string {
  return getDateFormatter(texts, { ...DAY, timeZone: texts.timeZone }).format(new Date(instant))
}

/** Formats the day of a moment with two digits and a short month, '03 Sep 2024' (dd MMM yyyy). */
export function instantShortDayLabel(texts: Texts, instant: Timestamp): string {
  const { timeZone } = texts
  const label = getDateFormatter(texts, { ...DAY, day: '2-digit', month: 'short', timeZone }).format(
    new Date(instant),
  )
  // The only English month that Intl writes with four letters.
  return label.replace(' Sept ', ' Sep ')
}

/** Counts whole calendar days from a moment to now: 0 today, 1 yesterday. */
export function daysSince({ timeZone }: Pick<Texts, 'timeZone'>, instant: Timestamp, now: number): number {
  const day = (time: number | string) => Date.parse(formatCalendarDay(new Date(time), timeZone)) / 86_400_000
  return day(now) - day(instant)
}

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' }
const LOCAL_DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/

function parseLocalDateTime(localDateTime: string | undefined): Date | undefined {
  const [, year, month, day, hour, minute, second] =
    LOCAL_DATE_TIME.exec(localDateTime ?? '')?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const date = createUtcDate(year, month, day, hour, minute, second)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : undefined
}

/** Sets the year separately because Date.UTC maps years below 100 to 19xx. */
function createUtcDate(year: number, month: number, day = 1, hour = 0, minute = 0, second = 0) {
  const date = new Date(Date.UTC(2000, month - 1, day, hour, minute, second))
  date.setUTCFullYear(year, month - 1, day)
  return date
}

function capitalize(texts: Texts, label: string) {
  return label.charAt(0).toLocaleUpperCase(texts.locale) + label.slice(1)
}
