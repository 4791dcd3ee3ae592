import { formatOrderDay, formatOrderDays, type OrderDayStyle } from '#locales/order-days.ts'
import type { Texts } from './texts.ts'

/** Formats the day of an instant of an order, with its year where the day is far: '20 November', '14 December 2023'. */
export function orderDayLabel(
  { locale, timeZone }: Reader,
  instant: string,
  style: OrderDayStyle = 'day',
  options: { now?: number; year?: 'far' | 'other' | 'always' } = {},
): string {
  return formatOrderDay({ locale, timeZone, now: options.now ?? Date.now() }, instant, style, options.year)
}

/** Formats days of an order, YYYY-MM-DD: '26–28 November', '28 December 2026 – 4 January 2027'. */
export function orderDaysLabel(
  { locale, timeZone }: Reader,
  range: { from: string; to: string },
  options: { now?: number; style?: 'day' | 'short-day'; year?: 'far' | 'always' } = {},
): string {
  return formatOrderDays({ locale, timeZone, now: options.now ?? Date.now() }, range, options)
}

type Reader = Pick<Texts, 'locale' | 'timeZone'>
