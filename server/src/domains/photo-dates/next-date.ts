import { isPlausible } from '#contract/partial-date.ts'
import type { KnownDate } from '#contract/photo-dates.ts'
import { computeFraction, type PhotoRow, type TakenDate, toFileTaken, toTakenDate } from '../photos/index.ts'
import type { WantedDate } from './tables.ts'

const DAY_MINUTES = 24 * 60

/**
 * Returns the date that a photo gets; null where it cannot be changed: a shift needs an exact time, or a day and whole days, and leads
 * neither before photography nor after tomorrow.
 */
export function getNextDate(row: PhotoRow, wanted: WantedDate, now: Date): TakenDate | null {
  if ('set' in wanted)
    return {
      at: toLocalTime(wanted.set),
      offset: null,
      source: 'customer',
      precision: wanted.set.precision,
      // Scans with one date stand in the order of their numbers.
      fraction: computeFraction(null, row.file_name),
    }
  return 'shift' in wanted ? shiftDate(row, wanted.shift.minutes, now) : toFileTaken(row)
}

/** The first instant of a date, 'YYYY-MM-DD HH:mm:ss'. */
function toLocalTime({ year, month = 1, day = 1, time = '00:00' }: KnownDate): string {
  const date = [String(year).padStart(4, '0'), ...[month, day].map(part => String(part).padStart(2, '0'))]
  return `${date.join('-')} ${time.length === 5 ? `${time}:00` : time}`
}

/** Whether a date exists, not before photography and not after tomorrow. */
export function isPossible(date: KnownDate, now: Date): boolean {
  const at = toLocalTime(date)
  const parsed = new Date(`${at.replace(' ', 'T')}Z`)
  return (
    parsed.toString() !== 'Invalid Date' &&
    parsed.toISOString().slice(0, 10) === at.slice(0, 10) &&
    isPlausible(at.replace(' ', 'T'), now)
  )
}

function shiftDate(row: PhotoRow, minutes: number, now: Date): TakenDate | null {
  const date = toTakenDate(row)
  const isExact = date.precision === 'second' || (date.precision === 'day' && minutes % DAY_MINUTES === 0)
  if (date.at === null || !isExact) return null
  const at = new Date(Date.parse(`${date.at.replace(' ', 'T')}Z`) + minutes * 60_000)
    .toISOString()
    .slice(0, 19)
  return isPlausible(at, now) ? { ...date, at: at.replace('T', ' '), source: 'customer' } : null
}
