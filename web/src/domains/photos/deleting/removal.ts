import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { LibraryTotals, PhotoPage, Timeline } from '#contract/photos.ts'
import { isLibrary } from '../library-list.ts'
import { photoKeys } from '../queries.ts'
import { closeUp, lowered } from './close-up.ts'

/**
 * Takes photos out of everything the cache knows of the library: pages close up, counts go down (PL-100). Answers how to
 * put all back in its place; what was fetched anew meanwhile is the truth and stays. Photos of no page in memory only
 * come off the totals: the counts of their months follow when they are fetched anew. Other lists close up where they are
 * on the screen, and are forgotten where they are not.
 */
export function removeFromCache(queries: QueryClient, ids: ReadonlySet<string>): () => void {
  // Pages drawn with the counts of before would have the counts asked for.
  return notifyManager.batch(() => removed(queries, ids))
}

function removed(queries: QueryClient, ids: ReadonlySet<string>): () => void {
  const changes = cacheChanges(queries)
  queries.removeQueries({ queryKey: photoKeys.pages, type: 'inactive', predicate: isOfOtherList })
  for (const [name, months] of changes.closeUp(ids)) {
    if (!isLibrary(name)) continue
    const counts = new Map([...months].map(([month, photos]) => [month, photos.size]))
    const [sortKey = ''] = name.split(' ')
    changes.change<Timeline>([...photoKeys.timelines, sortKey], timeline => lowered(timeline, counts))
  }
  changes.change<LibraryTotals>(photoKeys.user, totals => ({
    ...totals,
    photosCount: Math.max(0, totals.photosCount - ids.size),
    deletedCount: totals.deletedCount + ids.size,
  }))
  for (const [key] of queries.getQueriesData({ queryKey: [...photoKeys.all, 'latest'] }))
    changes.change<PhotoPage>(key, page => ({
      ...page,
      images: page.images.filter(({ imageId }) => !ids.has(imageId)),
    }))
  return changes.putBack
}

const isOfOtherList = ({ queryKey }: { queryKey: QueryKey }) => !isLibrary(String(queryKey[2]))

/** Changes of the cache that come before the service's answer, and the way back should it be a failure. */
export interface CacheChanges {
  /** Changes what a query holds, if it holds anything. */
  change: <T>(key: QueryKey, to: (data: T) => T) => void
  /** Takes photos out of the pages of all lists, or of some; answers which, by list and month. */
  closeUp: (
    ids: ReadonlySet<string>,
    isMeant?: (list: string) => boolean,
  ) => Map<string, Map<string, ReadonlySet<string>>>
  /** Undoes every change but those of data that was fetched anew meanwhile. */
  putBack: () => void
}

/** Begins changes of what lies below a key; what is on its way there was asked for before, so it is called off. */
export function cacheChanges(queries: QueryClient, below: QueryKey = photoKeys.all): CacheChanges {
  void queries.cancelQueries({ queryKey: below, predicate: ({ state }) => state.data !== undefined })
  const before: { key: QueryKey; data: unknown; changedAt: number }[] = []
  const change = <T>(key: QueryKey, to: (data: T) => T) => {
    const data = queries.getQueryData<T>(key)
    if (data === undefined) return
    const next = to(data)
    if (next === data) return
    queries.setQueryData(key, next)
    before.push({ key, data, changedAt: queries.getQueryState(key)?.dataUpdatedAt ?? 0 })
  }
  return {
    change,
    closeUp: (ids, isMeant = () => true) => {
      const lost = new Map<string, Map<string, ReadonlySet<string>>>()
      for (const { list, month, keys, parts } of cachedMonths(queries)) {
        if (!isMeant(list)) continue
        const closed = closeUp(parts, ids)
        if (closed.gone.size === 0) continue
        for (const [part, page] of closed.parts) change<PhotoPage>(keys.get(part)!, () => page)
        lost.set(list, (lost.get(list) ?? new Map()).set(month, closed.gone))
      }
      return lost
    },
    putBack: () =>
      notifyManager.batch(() => {
        for (const { key, data, changedAt } of before)
          if (queries.getQueryState(key)?.dataUpdatedAt === changedAt) queries.setQueryData(key, data)
      }),
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
  list: string
  month: string
  parts: Map<'first' | number, PhotoPage>
  keys: Map<'first' | number, QueryKey>
}

/** The pages in memory by order and month; the index of a month holds no photos. */
function cachedMonths(queries: QueryClient): CachedMonth[] {
  const months = new Map<string, CachedMonth>()
  for (const [key, page] of queries.getQueriesData<PhotoPage>({ queryKey: photoKeys.pages })) {
    const [, , list, month, part] = key as ReturnType<typeof photoKeys.page>
    if (!page || part === 'index') continue
    const name = `${list} ${month}`
    const entry = months.get(name) ?? {
      list,
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
