import type { Timeline, TimelineList } from '#contract/photos.ts'

/*
 * The page counts photos in a map by year and month. Photos without a date are 1970/1, and January 1970 is 1970/0.
 */

/** What a page knows of the months of a library. */
export interface LibraryTimeline {
  counts: Timeline
  wide: WidePhotos
}

/** Positions of wide photos by the key of their month, from its newest photo, ascending. */
export type WidePhotos = Readonly<Record<string, readonly number[]>>

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

/** Returns photos by year and month. */
export function toTimeline({ months }: TimelineList): LibraryTimeline {
  const counts: Timeline = {}
  const wide: Record<string, readonly number[]> = {}
  for (const month of months) {
    counts[month.year] ??= {}
    counts[month.year]![getMonthNumber(month)] = month.photos
    if (month.wide) wide[toMonthKey(month)] = month.wide
  }
  return { counts, wide }
}

/** Returns the number of a month in its year, 0 for January 1970. */
const getMonthNumber = ({ year, month, undated }: CalendarMonth) =>
  undated === false && year === 1970 && month === 1 ? 0 : month
