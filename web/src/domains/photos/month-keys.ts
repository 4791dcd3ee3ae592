import type { Timeline, TimelineList } from '#contract/photos.ts'

/*
 * The page counts photos in a map by year and month, as the service did before it told January 1970 from photos without a
 * date: those are 1970/1, and January 1970 is 1970/0 (NX-244).
 */

interface CalendarMonth {
  year: number
  month: number
  undated?: boolean | undefined
}

/** Returns the key of a month, 'year/month'. */
export const toMonthKey = (month: CalendarMonth) => `${month.year}/${getMonthNumber(month)}`

/** Returns the month of a key as the service names it; of other months of 1970 the service ignores `undated`. */
export function toMonth(key: string) {
  const [year, month] = key.split('/').map(Number) as [number, number]
  return { year, month: month || 1, undated: year === 1970 ? month > 0 : undefined }
}

/** Counts photos by year and month. */
export function toTimeline(answer: TimelineList | Timeline): Timeline {
  if (!Array.isArray(answer.months)) return answer as Timeline
  const timeline: Timeline = {}
  for (const month of answer.months) {
    timeline[month.year] ??= {}
    timeline[month.year]![getMonthNumber(month)] = month.photos
  }
  return timeline
}

const getMonthNumber = ({ year, month, undated }: CalendarMonth) =>
  undated === false && year === 1970 && month === 1 ? 0 : month
