import type { SortOrder, Timeline } from '#contract/photos.ts'
import { isUnknown, type Month } from '#web/gallery/index.ts'
import type { WidePhotos } from './month-keys.ts'

/** Returns the months of a timeline in display order: by date, 'Unknown Date' always last. */
export function toMonths(timeline: Timeline, order: SortOrder, wide: WidePhotos = {}): Month[] {
  const months = Object.entries(timeline).flatMap(([year, counts]) =>
    Object.entries(counts).map(([month, count]) => {
      const key = `${year}/${month}`
      return {
        key,
        year: Number(year),
        month: Number(month),
        count,
        wide: order === 'desc' ? wide[key] : wide[key] && reversePositions(wide[key], count),
      }
    }),
  )
  const direction = order === 'asc' ? 1 : -1
  return months.sort((a, b) => {
    const unknownLast = Number(isUnknown(a)) - Number(isUnknown(b))
    return unknownLast || direction * (a.year - b.year || a.month - b.month)
  })
}

/** Counts positions from the other end. Those beyond the count, of photos that were removed since, are left out. */
function reversePositions(positions: readonly number[], count: number) {
  const within = positions.filter(position => position < count)
  return within.map(position => count - 1 - position).reverse()
}
