import type { SortOrder, Timeline } from '#contract/photos.ts'
import { isUnknown, type Month } from '#web/gallery/index.ts'

/** Returns the months of a timeline in display order (PL-028): by date, 'Unknown Date' always last (OP-08). */
export function toMonths(timeline: Timeline, order: SortOrder): Month[] {
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
    const unknownLast = Number(isUnknown(a)) - Number(isUnknown(b))
    return unknownLast || direction * (a.year - b.year || a.month - b.month)
  })
}
