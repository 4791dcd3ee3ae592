import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { LibraryTotals, PhotoPage, Timeline } from '#contract/photos.ts'
import { photoKeys } from '../queries.ts'
import { closeUp, lowered } from './close-up.ts'

/**
 * Takes photos out of everything the cache knows: pages close up, counts go down (PL-100). Answers how to put all back
 * in its place; what was fetched anew meanwhile is the truth and stays. Photos of no page in memory only come off the
 * totals: the counts of their months follow when they are fetched anew.
 */
export function removeFromCache(queries: QueryClient, ids: ReadonlySet<string>): () => void {
  // What is on its way was asked for before: it would bring them back.
  void queries.cancelQueries({
    queryKey: photoKeys.all,
    predicate: ({ state }) => state.data !== undefined,
  })
  const before: { key: QueryKey; data: unknown; changedAt: number }[] = []
  const change = <T>(key: QueryKey, to: (data: T) => T) => {
    const data = queries.getQueryData<T>(key)
    if (data === undefined) return
    const next = to(data)
    if (next === data) return
    queries.setQueryData(key, next)
    before.push({ key, data, changedAt: queries.getQueryState(key)?.dataUpdatedAt ?? 0 })
  }

  const gone = new Map<string, Map<string, ReadonlySet<string>>>()
  for (const { sortKey, month, keys, parts } of cachedMonths(queries)) {
    const closed = closeUp(parts, ids)
    if (closed.gone.size === 0) continue
    for (const [part, page] of closed.parts) change<PhotoPage>(keys.get(part)!, () => page)
    const months = gone.get(sortKey) ?? new Map<string, ReadonlySet<string>>()
    gone.set(sortKey, months.set(month, new Set([...(months.get(month) ?? []), ...closed.gone])))
  }
  for (const [sortKey, months] of gone) {
    const counts = new Map([...months].map(([month, lost]) => [month, lost.size]))
    change<Timeline>([...photoKeys.timelines, sortKey], timeline => lowered(timeline, counts))
  }
  change<LibraryTotals>(photoKeys.user, totals => ({
    ...totals,
    photosCount: Math.max(0, totals.photosCount - ids.size),
    deletedCount: totals.deletedCount + ids.size,
  }))
  for (const [key] of queries.getQueriesData({ queryKey: [...photoKeys.all, 'latest'] }))
    change<PhotoPage>(key, page => ({
      ...page,
      images: page.images.filter(({ imageId }) => !ids.has(imageId)),
    }))

  return () => {
    for (const { key, data, changedAt } of before)
      if (queries.getQueryState(key)?.dataUpdatedAt === changedAt) queries.setQueryData(key, data)
  }
}

/**
 * While photos are being deleted the service still counts and lists them: what it says of the library is not asked for,
 * as all of it is asked for anew at the end.
 */
export function isRemoving(queries: QueryClient): boolean {
  return (underWay.get(queries) ?? 0) > 0
}

/** Marks a deletion as under way until `work` has ended. */
export async function whileRemoving<T>(queries: QueryClient, work: () => Promise<T>): Promise<T> {
  underWay.set(queries, (underWay.get(queries) ?? 0) + 1)
  try {
    return await work()
  } finally {
    underWay.set(queries, (underWay.get(queries) ?? 1) - 1)
  }
}

const underWay = new WeakMap<QueryClient, number>()

interface CachedMonth {
  sortKey: string
  month: string
  parts: Map<'first' | number, PhotoPage>
  keys: Map<'first' | number, QueryKey>
}

/** The pages in memory by order and month; the index of a month holds no photos. */
function cachedMonths(queries: QueryClient): CachedMonth[] {
  const months = new Map<string, CachedMonth>()
  for (const [key, page] of queries.getQueriesData<PhotoPage>({ queryKey: photoKeys.pages })) {
    const [, , sort, month, part] = key as ReturnType<typeof photoKeys.page>
    if (!page || part === 'index') continue
    const name = `${sort} ${month}`
    const entry = months.get(name) ?? {
      sortKey: sort.split(' ')[0]!,
      month,
      parts: new Map(),
      keys: new Map(),
    }
    entry.parts.set(part, page)
    entry.keys.set(part, key)
    months.set(name, entry)
  }
  return [...months.values()]
}
