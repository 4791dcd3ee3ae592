import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Image, PhotoPage } from '#contract/photos.ts'
import { getPartStart, type MonthPart } from './month-pages.ts'
import { photoListKeys } from './photo-list-queries.ts'

/** Changes to the query cache before the service has answered, with a rollback for failures. */
export interface OptimisticUpdate {
  /** Updates the data of a query, if it has any. */
  update: <T>(key: QueryKey, change: (data: T) => T) => void
  /** Removes photos from the pages of all or some lists; returns the removed ids by list and month, with their positions in it. */
  removePhotos: (
    ids: ReadonlySet<string>,
    isAffected?: (list: string) => boolean,
  ) => Map<string, Map<string, ReadonlyMap<string, number>>>
  /** Undoes all changes except those to data that was refetched since. */
  rollback: () => void
}

/** Starts an update of queries below a key. Cancels their running requests, which would bring back the old state. */
export function beginOptimisticUpdate(
  queries: QueryClient,
  rootKey: QueryKey = photoListKeys.all,
): OptimisticUpdate {
  void queries.cancelQueries({ queryKey: rootKey, predicate: ({ state }) => state.data !== undefined })
  const previousData: { key: QueryKey; data: unknown; changedAt: number }[] = []
  const update = <T>(key: QueryKey, change: (data: T) => T) => {
    const data = queries.getQueryData<T>(key)
    if (data === undefined) return
    const newData = change(data)
    if (newData === data) return
    queries.setQueryData(key, newData)
    previousData.push({ key, data, changedAt: queries.getQueryState(key)?.dataUpdatedAt ?? 0 })
  }
  return {
    update,
    removePhotos: (ids, isAffected = () => true) => {
      const removedIds = new Map<string, Map<string, ReadonlyMap<string, number>>>()
      for (const { list, month, keys, parts } of listCachedMonths(queries)) {
        if (!isAffected(list)) continue
        const result = removeFromPages(parts, ids)
        if (result.removed.size === 0) continue
        for (const [part, page] of result.parts) update<PhotoPage>(keys.get(part)!, () => page)
        removedIds.set(list, (removedIds.get(list) ?? new Map()).set(month, result.removed))
      }
      return removedIds
    },
    rollback: () =>
      notifyManager.batch(() => {
        for (const { key, data, changedAt } of previousData)
          if (queries.getQueryState(key)?.dataUpdatedAt === changedAt) queries.setQueryData(key, data)
      }),
  }
}

interface CachedMonth {
  list: string
  month: string
  parts: Map<MonthPart, PhotoPage>
  keys: Map<MonthPart, QueryKey>
}

/** Lists cached pages by list and month, without the months' indexes, which contain no photos. */
function listCachedMonths(queries: QueryClient): CachedMonth[] {
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

/** A month's cached pages. */
type CachedMonthPages = ReadonlyMap<MonthPart, PhotoPage>

/**
 * Removes photos from pages; the following ones move up. A page ends early where the next photo is not cached. Returns the removed
 * ids with their positions in the month.
 */
export function removeFromPages(
  parts: CachedMonthPages,
  ids: ReadonlySet<string>,
): { parts: CachedMonthPages; removed: ReadonlyMap<string, number> } {
  const idByPosition = new Map<number, string>()
  const photos = new Map<number, Image>()
  for (const [part, { images }] of parts) {
    const start = getPartStart(part)
    for (const [index, image] of images.entries()) {
      if (ids.has(image.imageId)) idByPosition.set(start + index, image.imageId)
      else photos.set(start + index, image)
    }
  }
  if (idByPosition.size === 0) return { parts, removed: new Map() }
  const gaps = [...idByPosition.keys()].sort((a, b) => a - b)
  const movedPhotos = new Map<number, Image>()
  for (const [position, image] of photos)
    movedPhotos.set(position - gaps.filter(gap => gap < position).length, image)
  const closedParts = [...parts].map(([part, page]) => {
    const start = getPartStart(part)
    return [part, { ...page, images: takeConsecutive(movedPhotos, start, page.images.length) }] as const
  })
  return {
    parts: new Map(closedParts),
    removed: new Map([...idByPosition].map(([position, id]) => [id, position])),
  }
}

function takeConsecutive(photos: ReadonlyMap<number, Image>, start: number, maxLength: number): Image[] {
  const images: Image[] = []
  for (let position = start; position < start + maxLength; position++) {
    const image = photos.get(position)
    if (!image) break
    images.push(image)
  }
  return images
}
