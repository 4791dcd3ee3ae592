import type { KnownDate } from '#contract/photo-dates.ts'
import { takenDayLabel } from '#web/platform/i18n/dates.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

/** What is entered, as text of the fields. */
export interface DateEntry {
  precision: KnownDate['precision']
  year: string
  month: string
  day: string
  time: string
}

export const EMPTY_ENTRY: DateEntry = { precision: 'month', year: '', month: '', day: '', time: '' }

/** Returns the entered date; undefined while it is not complete, does not exist or is not between 1826 and tomorrow. */
export function toKnownDate(entry: DateEntry, now: number): KnownDate | undefined {
  const { precision } = entry
  const hasMonth = precision !== 'year'
  const hasDay = precision === 'day' || precision === 'second'
  const [year, month, day] = [entry.year, hasMonth ? entry.month : '1', hasDay ? entry.day : '1'].map(text =>
    /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN,
  ) as [number, number, number]
  if (precision === 'second' && !/^\d\d:\d\d(:\d\d)?$/.test(entry.time)) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  if (!exists || year < 1826 || date.getTime() > now + DAY_MS) return undefined
  return {
    precision,
    year,
    ...(hasMonth && { month }),
    ...(hasDay && { day }),
    ...(precision === 'second' && { time: entry.time }),
  }
}

const DAY_MS = 86_400_000

/** Returns the fields for a date. */
export const toEntry = ({ precision, year, month = 0, day = 0 }: Omit<KnownDate, 'time'>): DateEntry => ({
  ...EMPTY_ENTRY,
  precision,
  year: String(year),
  month: month ? String(month) : '',
  day: day ? String(day) : '',
})

/** Formats 'August 1974', '1974' or '12 August 1974'. */
export function formatKnownDate(texts: Texts, { precision, year, month = 1, day = 1 }: KnownDate): string {
  const parts = [String(year).padStart(4, '0'), ...[month, day].map(part => String(part).padStart(2, '0'))]
  return (
    takenDayLabel(texts, {
      dateTaken: `${parts.join('-')}T00:00:00`,
      ...(precision !== 'second' && { dateTakenPrecision: precision }),
    }) ?? ''
  )
}
