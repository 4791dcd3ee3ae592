import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { LibraryTotals, PhotoPage, SortOrder } from '#contract/photos.ts'
import { beginOptimisticUpdate, type TargetGroups } from '#web/gallery/index.ts'
import { isLibraryList } from '../library-list.ts'
import type { LibraryTimeline } from '../month-keys.ts'
import { photoKeys } from '../queries.ts'
import { subtractFromTimeline } from './subtract-from-timeline.ts'

/**
 * Removes photos from the cached pages, month counts and totals of the library (PL-100). Returns a function that rolls
 * the update back; queries that were refetched since then keep the fetched data. A photo on no cached page is subtracted
 * from the count of its month if `groups` names it; otherwise the next fetch corrects the count. Pages of other lists are
 * updated while mounted, else removed from the cache.
 */
export function removeFromCache(
  queries: QueryClient,
  ids: ReadonlySet<string>,
  groups?: TargetGroups,
): () => void {
  // In one batch: a render between the updates would see pages that do not match their counts, and refetch the counts.
  return notifyManager.batch(() => updateCache(queries, ids, groups))
}

function updateCache(
  queries: QueryClient,
  ids: ReadonlySet<string>,
  groups: TargetGroups | undefined,
): () => void {
  const optimistic = beginOptimisticUpdate(queries)
  queries.removeQueries({ queryKey: photoKeys.pages, type: 'inactive', predicate: isOfOtherList })
  const removedPhotos = optimistic.removePhotos(ids)
  const removedIds = new Map<string, ReadonlyMap<string, { size: number }>>(removedPhotos)
  if (groups) removedIds.set(groups.list, filterGroups(groups, ids))
  for (const [name, months] of removedIds) {
    if (!isLibraryList(name)) continue
    const counts = new Map([...months].map(([month, photos]) => [month, photos.size]))
    const positions = new Map(
      [...(removedPhotos.get(name) ?? [])].map(([month, photos]) => [month, [...photos.values()]]),
    )
    const [sortKey = '', order] = name.split(' ')
    optimistic.update<LibraryTimeline>([...photoKeys.timelines, sortKey], timeline =>
      subtractFromTimeline(timeline, counts, positions, order as SortOrder),
    )
  }
  optimistic.update<LibraryTotals>(photoKeys.totals, totals => ({
    ...totals,
    photosCount: Math.max(0, totals.photosCount - ids.size),
    deletedCount: totals.deletedCount + ids.size,
  }))
  for (const [key] of queries.getQueriesData({ queryKey: [...photoKeys.all, 'latest'] }))
    optimistic.update<PhotoPage>(key, page => ({
      ...page,
      images: page.images.filter(({ imageId }) => !ids.has(imageId)),
    }))
  return optimistic.rollback
}

const filterGroups = (groups: TargetGroups, ids: ReadonlySet<string>) =>
  new Map([...groups.ids].map(([month, photoIds]) => [month, new Set(photoIds.filter(id => ids.has(id)))]))

const isOfOtherList = ({ queryKey }: { queryKey: QueryKey }) => !isLibraryList(String(queryKey[2]))
