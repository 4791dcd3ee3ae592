import { countDaysLeft, type Deadline, getLastDay, isMidnight, type Timestamp } from '#contract/deadline.ts'
import { formatDeadline, formatOrderDay, formatOrderDays, type OrderDayStyle } from '#locales/order-days.ts'
import type { Texts } from './texts.ts'

/** Formats the day of a moment of an order, with its year where the day is far: '20 November', '14 December 2023'. */
export function orderDayLabel(
  { locale, timeZone }: Reader,
  instant: Timestamp,
  style: OrderDayStyle = 'day',
  options: { now?: number; year?: 'far' | 'other' | 'always' } = {},
): string {
  return formatOrderDay({ locale, timeZone, now: options.now ?? Date.now() }, instant, style, options.year)
}

/** Formats an end by its last day, with the year where that day is far; styles with a time name 23:59 for midnight. */
export const deadlineLabel = (
  { locale, timeZone }: Reader,
  end: Deadline,
  style?: OrderDayStyle,
  now = Date.now(),
): string => formatDeadline({ locale, timeZone, now }, end, style)

/** With this many days left or fewer it is said how many they are. */
const SOON_DAYS = 30

/** 'ends in 9 days', by calendar days; on the last one 'ends today at 14:00'. Undefined of an end that is not soon. `now` in ms since 1970. */
export function endsInLabel(
  texts: Texts,
  end: Deadline,
  now: number,
  soonDays = SOON_DAYS,
): string | undefined {
  const { timeZone } = texts
  const count = countDaysLeft(end, now, timeZone)
  if (count > soonDays) return undefined
  const time = isMidnight(end, timeZone) ? 'midnight' : deadlineLabel(texts, end, 'time', now)
  return texts.text('ends.in', { count: Math.max(0, count), time })
}

/** Formats the last day before an end, always with its year. */
export const lastDayLabel = (texts: Reader, end: Deadline): string =>
  fullDayLabel(texts, getLastDay(end, texts.timeZone))

/** Formats days of an order, YYYY-MM-DD: '26–28 November', '28 December 2026 – 4 January 2027'. */
export function orderDaysLabel(
  { locale, timeZone }: Reader,
  range: { from: string; to: string },
  options: { now?: number; style?: 'day' | 'short-day'; year?: 'far' | 'always' } = {},
): string {
  return formatOrderDays({ locale, timeZone, now: options.now ?? Date.now() }, range, options)
}

/** Formats a day, YYYY-MM-DD, that ends a legal period: always with its year. */
export const fullDayLabel = (texts: Reader, day: string): string =>
  orderDaysLabel(texts, { from: day, to: day }, { year: 'always' })

type Reader = Pick<Texts, 'locale' | 'timeZone'>
