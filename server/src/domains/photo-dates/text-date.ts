import type { KnownDate } from '#contract/photo-dates.ts'
import { parseFileNameDate } from '../../platform/images/index.ts'

/**
 * Finds a date in the name of a photo or a folder, also one that is not certain: day before month in '03.05.24', the year in 'Garden
 * 1974' or 'Summer 74'. Null without one. Times are left out: what is suggested is at most a day.
 */
export function findDateInText(text: string, now: Date): KnownDate | null {
  const certain = parseFileNameDate(text)
  if (certain) {
    const [year, month, day] = certain.at.slice(0, 10).split('-').map(Number) as [number, number, number]
    return certain.precision === 'month'
      ? { precision: 'month', year, month }
      : { precision: 'day', year, month, day }
  }
  const stem = text.replace(/\.[a-z]{3,4}$/i, '')
  const dayFirst = /(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d\d)(?!\d)/.exec(stem)
  if (dayFirst) {
    const [, day, month, year] = dayFirst
    return {
      precision: 'day',
      year: toYear(year!, now),
      month: Number(month),
      day: Number(day),
    }
  }
  const monthOfYear = /(?<!\d)((?:18|19|20)\d\d)[-_.](0[1-9]|1[0-2])(?!\d)/.exec(stem)
  if (monthOfYear) return { precision: 'month', year: Number(monthOfYear[1]), month: Number(monthOfYear[2]) }
  // Not in 'pq2020' or '2000px': digits beside letters name formats, devices and sizes.
  const year =
    /(?<![\p{L}\d_-])((?:18|19|20)\d\d)(?![\p{L}\d_-])/u.exec(stem) ?? /\p{L}\s['’]?(\d\d)$/u.exec(stem)
  return year ? { precision: 'year', year: toYear(year[1]!, now) } : null
}

/** A year of two digits is the latest that is not in the future. */
function toYear(text: string, now: Date): number {
  if (text.length === 4) return Number(text)
  const year = Math.floor(now.getUTCFullYear() / 100) * 100 + Number(text)
  return year > now.getUTCFullYear() ? year - 100 : year
}
