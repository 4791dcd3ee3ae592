import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { PhotoPage } from '#contract/photos.ts'
import { photoListKeys } from './photo-list-queries.ts'
import { removeFromPages } from './remove-from-pages.ts'

/** Changes of the query cache made before the service has answered, with a rollback for a failure. */
export interface OptimisticUpdate {
  /** Changes what a query holds, if it holds anything. */
  update: <T>(key: QueryKey, to: (data: T) => T) => void
  /** Removes photos from the pages of all lists, or of some; returns which, by list and month. */
  removePhotos: (
    ids: ReadonlySet<string>,
    isMeant?: (list: string) => boolean,
  ) => Map<string, Map<string, ReadonlySet<string>>>
  /** Undoes every change but those of data that was fetched anew meanwhile. */
  rollback: () => void
}

/** Begins an update of what lies below a key. Requests under way there carry the old state, so they are cancelled. */
export function beginOptimisticUpdate(
  queries: QueryClient,
  below: QueryKey = photoListKeys.all,
): OptimisticUpdate {
  void queries.cancelQueries({ queryKey: below, predicate: ({ state }) => state.data !== undefined })
  const before: { key: QueryKey; data: unknown; changedAt: number }[] = []
  const update = <T>(key: QueryKey, to: (data: T) => T) => {
    const data = queries.getQueryData<T>(key)
    if (data === undefined) return
    const next = to(data)
    if (next === data) return
    queries.setQueryData(key, next)
    before.push({ key, data, changedAt: queries.getQueryState(key)?.dataUpdatedAt ?? 0 })
  }
  return {
    update,
    removePhotos: (ids, isMeant = () => true) => {
      const lost = new Map<string, Map<string, ReadonlySet<string>>>()
      for (const { list, month, keys, parts } of cachedMonths(queries)) {
        if (!isMeant(list)) continue
        const closed = removeFromPages(parts, ids)
        if (closed.gone.size === 0) continue
        for (const [part, page] of closed.parts) update<PhotoPage>(keys.get(part)!, () => page)
        lost.set(list, (lost.get(list) ?? new Map()).set(month, closed.gone))
      }
      return lost
    },
    rollback: () =>
      notifyManager.batch(() => {
        for (const { key, data, changedAt } of before)
          if (queries.getQueryState(key)?.dataUpdatedAt === changedAt) queries.setQueryData(key, data)
      }),
  }
}

interface CachedMonth {
  list: string
  month: string
  parts: Map<'first' | number, PhotoPage>
  keys: Map<'first' | number, QueryKey>
}

/** The pages in memory by order and month; the index of a month holds no photos. */
function cachedMonths(queries: QueryClient): CachedMonth[] {
  const months = new Map<string, CachedMonth>()
  for (const [key, page] of queries.getQueriesData<PhotoPage>({ queryKey: photoListKeys.pages })) {
    const [, , list, month, part] = key as ReturnType<typeof photoListKeys.page>
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
