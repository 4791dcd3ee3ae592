/** One group of a list of photos: a month of the library. An album is one group, without year and month (0). */
export interface Month {
  /** 'year/month', '2024/5'. */
  key: string
  year: number
  /** 0 for January 1970, because photos without a date are listed under 1970/1. */
  month: number
  count: number
  /** Positions of photos at least twice as wide as high, ascending: some hundred at most. */
  wide?: readonly number[] | undefined
}

/** Whether the photos have no date. */
export function isUnknown(month: { year: number; month: number }): boolean {
  return month.year === 1970 && month.month === 1
}
