import { TZDate } from '@date-fns/tz'
import { z } from 'zod'

/** A day of the demo library: a number of days before now, or a day of an earlier year. */
export const day = z.union([
  z.strictObject({ daysAgo: z.int() }),
  z.strictObject({ month: z.int(), day: z.int(), yearsAgo: z.int() }),
])
export type Day = z.infer<typeof day>

/** A local date-time 'YYYY-MM-DDTHH:MM:SS' and its offset from UTC, as a camera records them. */
export interface Moment {
  local: string
  offset: string
}

const DAY_MS = 86_400_000
/** The last days before now have only pictures with `daysAgo`; days of a year are always before them. */
const RECENT_DAYS = 35

/**
 * Creates the moment at `time` ('HH:MM:SS'), `daysLater` days after a day, in Central Europe or with the given offset. A day of the
 * year is in the latest year in which it was at least five weeks ago, minus `yearsAgo`: nothing is in the future, and pictures keep
 * their season.
 */
export function createMoment(day: Day, daysLater: number, time: string, now: Date, offset?: string): Moment {
  const date = new Date(getStart(day, now) + daysLater * DAY_MS).toISOString().slice(0, 10)
  // Clocks change at night: the offset at noon holds for the pictures of that day.
  const noon = new TZDate(`${date}T12:00:00Z`, 'Europe/Berlin')
  return { local: `${date}T${time}`, offset: offset ?? noon.toISOString().slice(-6) }
}

/** 'YYYYMMDD_HHMMSS', as in cameras' file names. */
export const formatCameraTimestamp = ({ local }: Moment): string =>
  local.replace(/[-:]/g, '').replace('T', '_')

function getStart(day: Day, now: Date): number {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  if ('daysAgo' in day) return today - day.daysAgo * DAY_MS
  const createDate = (year: number) => Date.UTC(year, day.month - 1, day.day)
  let year = now.getUTCFullYear()
  while (createDate(year) > today - RECENT_DAYS * DAY_MS) year--
  return createDate(year - day.yearsAgo)
}
