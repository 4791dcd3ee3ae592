import type { Timeline } from '#contract/photos.ts'
import { toMonths } from '#web/domains/photos/index.ts'
import { isUnknown } from '#web/gallery/index.ts'

export interface PeriodMonth {
  year: number
  month: number
  photos: number
}

/** Indexes in the list of months, both included. */
export interface Range {
  from: number
  to: number
}

/** Lists every month from the first to the last one with photos, in the order of time. */
export function listPeriodMonths(timeline: Timeline): PeriodMonth[] {
  const dated = toMonths(timeline, 'asc').filter(month => !isUnknown(month))
  const photos = new Map(dated.map(({ year, month, count }) => [toIndex(year, month), count]))
  const [first, last] = [dated[0], dated.at(-1)]
  if (!first || !last) return []
  const start = toIndex(first.year, first.month)
  return Array.from({ length: toIndex(last.year, last.month) - start + 1 }, (_, offset) => {
    const index = start + offset
    return { year: Math.floor(index / 12), month: (index % 12) + 1, photos: photos.get(index) ?? 0 }
  })
}

/** A bar of the histogram: a month, or a year where months would be too many. */
export interface Bar extends Range {
  photos: number
}

/** Lists the bars of the histogram. */
export function listBars(months: readonly PeriodMonth[]): Bar[] {
  if (months.length <= BARS_MAX)
    return months.map(({ photos }, index) => ({ from: index, to: index, photos }))
  const bars: (Bar & { year: number })[] = []
  for (const [index, { year, photos }] of months.entries()) {
    const bar = bars.at(-1)
    if (bar?.year === year) Object.assign(bar, { to: index, photos: bar.photos + photos })
    else bars.push({ year, from: index, to: index, photos })
  }
  return bars
}

/** Formats '2025-07'. */
export const toMonthText = ({ year, month }: Pick<PeriodMonth, 'year' | 'month'>): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`

const toIndex = (year: number, month: number) => year * 12 + month - 1

/** Months that a phone shows as bars. */
const BARS_MAX = 60
