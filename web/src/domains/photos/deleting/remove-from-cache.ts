import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { LibraryTotals, PhotoPage, Timeline } from '#contract/photos.ts'
import { beginOptimisticUpdate } from '#web/gallery/index.ts'
import { isLibraryList } from '../library-list.ts'
import { photoKeys } from '../queries.ts'
import { subtractFromTimeline } from './subtract-from-timeline.ts'

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
  const optimistic = beginOptimisticUpdate(queries)
  queries.removeQueries({ queryKey: photoKeys.pages, type: 'inactive', predicate: isOfOtherList })
  for (const [name, months] of optimistic.removePhotos(ids)) {
    if (!isLibraryList(name)) continue
    const counts = new Map([...months].map(([month, photos]) => [month, photos.size]))
    const [sortKey = ''] = name.split(' ')
    optimistic.update<Timeline>([...photoKeys.timelines, sortKey], timeline =>
      subtractFromTimeline(timeline, counts),
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

const isOfOtherList = ({ queryKey }: { queryKey: QueryKey }) => !isLibraryList(String(queryKey[2]))
