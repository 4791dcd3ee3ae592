import type { Timeline } from '#contract/photos.ts'

/**
 * Returns the timeline minus the photos in `removedCounts` per month ('year/month'); a month without photos is left
 * out.
 */
export function subtractFromTimeline(
  timeline: Timeline,
  removedCounts: ReadonlyMap<string, number>,
): Timeline {
  const years = Object.entries(timeline).map(([year, months]) => {
    const remainingMonths = Object.entries(months)
      .map(([month, count]) => [month, count - (removedCounts.get(`${year}/${month}`) ?? 0)] as const)
      .filter(([, count]) => count > 0)
    return [year, Object.fromEntries(remainingMonths)] as const
  })
  return Object.fromEntries(years.filter(([, months]) => Object.keys(months).length > 0))
}
