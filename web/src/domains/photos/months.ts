import type { SortOrder, Timeline } from '#contract/photos.ts'

/** One group of a list of photos: a month of the library. An album is one group, without year and month (0). */
export interface Month {
  /** 'year/month' (PL-028), '2024/5'. */
  key: string
  year: number
  month: number
  count: number
}

/** The timeline answer as sections in the order of the page (PL-028): by date, 'Unknown Date' always last (OP-08). */
export function monthsOf(timeline: Timeline, order: SortOrder): Month[] {
  const months = Object.entries(timeline).flatMap(([year, counts]) =>
    Object.entries(counts).map(([month, count]) => ({
      key: `${year}/${month}`,
      year: Number(year),
      month: Number(month),
      count,
    })),
  )
  const direction = order === 'asc' ? 1 : -1
  return months.sort((a, b) => {
    const unknown = Number(isUnknown(a)) - Number(isUnknown(b))
    return unknown || direction * (a.year - b.year || a.month - b.month)
  })
}

/** Photos without a date are listed under January 1970 (PL-029, PL-154). */
export function isUnknown(month: { year: number; month: number }): boolean {
  return month.year === 1970 && month.month === 1
}
