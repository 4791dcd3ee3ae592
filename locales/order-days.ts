import { type Deadline, getLastInstant, type Timestamp } from '#contract/deadline.ts'
import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { createDateFormat, type DateFormat } from './date-format.ts'

/*
 * Days of orders, vouchers and their mails: in the brand's time zone, with the year where it is not the current one or
 * the day is more than 90 days away.
 */

/** How a day is written: '20 November', '20 Nov', with its time, with its weekday and time, or its time only. */
export type OrderDayStyle = 'day' | 'short-day' | 'short-day-time' | 'weekday-time' | 'time'

/** Where and when an order is read; `now`: milliseconds since 1970, `timeZone`: that of the brand. */
export interface OrderDayReader {
  locale: string
  timeZone: string
  now: number
}

/** From which distance on a day has its year. */
const NEAR_DAYS = 90
const DAY_MS = 86_400_000

/**
 * Formats the day of a moment (ISO 8601) with the year where the rule wants it. `year`: 'always' at the ends of legal
 * periods, 'other' in the labels of steps, which have the year only where it is not the current one.
 */
export function formatOrderDay(
  reader: OrderDayReader,
  instant: Timestamp,
  style: OrderDayStyle = 'day',
  year: YearRule = 'far',
): string {
  const { locale, timeZone, now } = reader
  const isNamed =
    style !== 'time' && needsYear(year, toDay(Date.parse(instant), timeZone), toDay(now, timeZone))
  return getFormat(locale, timeZone, { ...STYLES[style], ...(isNamed && YEAR) }).format(new Date(instant))
}

/** Formats an end as `formatOrderDay` does a moment: by its last day, and by 23:59 where it is at midnight. */
export const formatDeadline = (
  reader: OrderDayReader,
  end: Deadline,
  style?: OrderDayStyle,
  year?: YearRule,
): string => formatOrderDay(reader, getLastInstant(end, reader.timeZone), style, year)

/** Formats the days from 'YYYY-MM-DD' to another: '26–28 November', '28 December 2026 – 4 January 2027'. */
export function formatOrderDays(
  { locale, timeZone, now }: OrderDayReader,
  { from, to }: { from: string; to: string },
  { style = 'day', year = 'far' }: { style?: 'day' | 'short-day'; year?: YearRule } = {},
): string {
  const today = toDay(now, timeZone)
  const isNamed = needsYear(year, from, today) || needsYear(year, to, today)
  const format = getFormat(locale, 'UTC', { ...STYLES[style], ...(isNamed && YEAR) })
  const label = format.formatRange(new Date(from), new Date(to))
  // Between numbers a dash has no spaces; Intl of some locales writes thin ones.
  return from.slice(0, 7) === to.slice(0, 7) ? label.replace(/(\d(?:\.|er)?)\s*–\s*(?=\d)/u, '$1–') : label
}

type YearRule = 'far' | 'other' | 'always'

function needsYear(rule: YearRule, day: string, today: string): boolean {
  if (rule === 'always' || day.slice(0, 4) !== today.slice(0, 4)) return true
  return rule === 'far' && Math.abs(Date.parse(day) - Date.parse(today)) > NEAR_DAYS * DAY_MS
}

const toDay = (time: number, timeZone: string): string => formatCalendarDay(new Date(time), timeZone)

const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
const YEAR: Intl.DateTimeFormatOptions = { year: 'numeric' }
const STYLES: Record<OrderDayStyle, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'long' },
  'short-day': { day: 'numeric', month: 'short' },
  'short-day-time': { day: 'numeric', month: 'short', ...TIME },
  'weekday-time': { weekday: 'long', day: 'numeric', month: 'long', ...TIME },
  time: TIME,
}

/** Creating a formatter is far more expensive than formatting. */
function getFormat(locale: string, timeZone: string, options: Intl.DateTimeFormatOptions): DateFormat {
  const key = locale + timeZone + JSON.stringify(options)
  const format = formats.get(key) ?? createDateFormat(locale, { timeZone, ...options })
  formats.set(key, format)
  return format
}

const formats = new Map<string, DateFormat>()
