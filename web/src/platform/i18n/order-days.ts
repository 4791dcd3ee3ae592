import { type Deadline, getLastDay, type Timestamp } from '#contract/deadline.ts'
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
