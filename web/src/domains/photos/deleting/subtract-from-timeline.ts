import type { Timeline } from '#contract/photos.ts'

/** The timeline with so many photos fewer in these months; a month without photos is left out. */
export function subtractFromTimeline(timeline: Timeline, gone: ReadonlyMap<string, number>): Timeline {
  const years = Object.entries(timeline).map(([year, months]) => {
    const left = Object.entries(months)
      .map(([month, count]) => [month, count - (gone.get(`${year}/${month}`) ?? 0)] as const)
      .filter(([, count]) => count > 0)
    return [year, Object.fromEntries(left)] as const
  })
  return Object.fromEntries(years.filter(([, months]) => Object.keys(months).length > 0))
}
