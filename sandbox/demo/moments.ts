import { z } from 'zod'

/** A day of the demo library: a number of days before now, or a day of an earlier year. */
export const day = z.union([
  z.strictObject({ daysAgo: z.int() }),
  z.strictObject({ month: z.int(), day: z.int(), yearsAgo: z.int() }),
])
export type Day = z.infer<typeof day>

/** A local date-time and its offset from UTC, as a camera records them. */
export type Moment = { year: number; month: number; day: number; time: string; offset: string }

/** The last days before now have only pictures with `daysAgo`; days of a year are always before them. */
const RECENT_DAYS = 35

/**
 * Creates the moment at `time` ('HH:MM:SS'), `daysLater` days after a day. A day of the year is in the latest year in
 * which it was at least five weeks ago, minus `yearsAgo`: nothing is in the future, and pictures keep their season.
 */
export function createMoment(day: Day, daysLater: number, time: string, now: Date, offset?: string): Moment {
  const date = new Date(getStart(day, now) + daysLater * 86_400_000)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    time,
    offset: offset ?? getCentralEuropeanOffset(date),
  }
}

/** 'YYYY:MM:DD HH:MM:SS' as Exif writes it. */
export function formatExifTime({ year, month, day, time }: Moment): string {
  return `${year}:${padTwoDigits(month)}:${padTwoDigits(day)} ${time}`
}

/** 'YYYY-MM-DDTHH:MM:SS', without offset. */
export function formatLocalDateTime({ year, month, day, time }: Moment): string {
  return `${year}-${padTwoDigits(month)}-${padTwoDigits(day)}T${time}`
}

/** 'YYYYMMDD_HHMMSS', as in cameras' file names. */
export function formatCameraTimestamp({ year, month, day, time }: Moment): string {
  return `${year}${padTwoDigits(month)}${padTwoDigits(day)}_${time.replaceAll(':', '')}`
}

function getStart(day: Day, now: Date): number {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  if ('daysAgo' in day) return today - day.daysAgo * 86_400_000
  const createDate = (year: number) => Date.UTC(year, day.month - 1, day.day)
  let year = now.getUTCFullYear()
  while (createDate(year) > today - RECENT_DAYS * 86_400_000) year--
  return createDate(year - day.yearsAgo)
}

/** Summer time from the last Sunday of March to the last Sunday of October (Directive 2000/84/EC), by day. */
function getCentralEuropeanOffset(date: Date): string {
  const getLastSunday = (month: number) => {
    const end = new Date(Date.UTC(date.getUTCFullYear(), month, 0))
    return end.getTime() - end.getUTCDay() * 86_400_000
  }
  return date.getTime() >= getLastSunday(3) && date.getTime() < getLastSunday(10) ? '+02:00' : '+01:00'
}

function padTwoDigits(n: number): string {
  return String(n).padStart(2, '0')
}
