import type { SortOrder } from '#contract/photos.ts'
import type { LibraryTimeline } from '../month-keys.ts'

/**
 * Returns the timeline minus the photos in `removedCounts` per month ('year/month'); a month without photos is left
 * out. `removedPositions`: the positions in the month, in the order of the page, of those that are known. Wide photos behind the
 * others change their tiles with the next fetch.
 */
export function subtractFromTimeline(
  { counts, wide }: LibraryTimeline,
  removedCounts: ReadonlyMap<string, number>,
  removedPositions: ReadonlyMap<string, readonly number[]> = new Map(),
  order: SortOrder = 'desc',
): LibraryTimeline {
  const years = Object.entries(counts).map(([year, months]) => {
    const remainingMonths = Object.entries(months)
      .map(([month, count]) => [month, count - (removedCounts.get(`${year}/${month}`) ?? 0)] as const)
      .filter(([, count]) => count > 0)
    return [year, Object.fromEntries(remainingMonths)] as const
  })
  const remainingWide = Object.entries(wide).map(([key, positions]) => {
    const [year = '', month = ''] = key.split('/')
    const last = (counts[year]?.[month] ?? 0) - 1
    const removed = (removedPositions.get(key) ?? []).map(at => (order === 'desc' ? at : last - at))
    return [key, shiftPositions(positions, new Set(removed))] as const
  })
  return {
    counts: Object.fromEntries(years.filter(([, months]) => Object.keys(months).length > 0)),
    wide: Object.fromEntries(remainingWide),
  }
}

/** Returns the positions that remain, each less the number of those removed before it. */
function shiftPositions(positions: readonly number[], removed: ReadonlySet<number>) {
  const remaining = positions.filter(position => !removed.has(position))
  return remaining.map(position => position - [...removed].filter(at => at < position).length)
}
