import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import {
  deletePhotos as deleteCall,
  IDS_PER_CALL,
  type LibraryTotals,
  type PhotoPage,
  restorePhotos as restoreCall,
  type SortOrder,
} from '#contract/photos.ts'
import { beginOptimisticUpdate, type TargetGroups, trackRemoval } from '#web/gallery/index.ts'
import { BulkFailure } from '#web/platform/http/bulk-failure.ts'
import { call } from '#web/platform/http/call.ts'
import { type ChunkOptions, runForId, runInChunks } from '#web/platform/http/chunks.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { isLibraryList } from '../library-list.ts'
import type { LibraryTimeline } from '../month-keys.ts'
import { photoKeys } from '../queries.ts'

/**
 * Moves photos to the bin. Photos of one call are removed from the cache at once, and come back on failure; of more
 * than that each chunk when the service has deleted it, so that all counts on the page agree with the progress. Deletes a
 * single photo without retries, several in chunks of 100 with retries. Resolves with the ids that are
 * not deleted: empty on success, some on partial success and when stopped. Invalidates lists and counts in every
 * case.
 */
export async function deletePhotos(
  queries: QueryClient,
  ids: readonly string[],
  options: DeletionOptions = {},
): Promise<DeletionResult> {
  const isOptimistic = ids.length <= IDS_PER_CALL
  const rollback = isOptimistic ? removeFromCache(queries, new Set(ids), options.groups) : undefined
  const onRemoved = (removedIds: string[]) => {
    if (!isOptimistic) removeFromCache(queries, new Set(removedIds), options.groups)
    options.onRemoved?.(removedIds)
  }
  try {
    await trackRemoval(queries, () => remove(ids, { ...options, onRemoved }))
    return { failed: [] }
  } catch (error) {
    rollback?.()
    if (!(options.isStopped?.() && error instanceof BulkFailure && error.cause === undefined))
      reportFailure(error)
    return { failed: error instanceof BulkFailure ? error.failed : ids, error }
  } finally {
    invalidatePhotos(queries, ids)
  }
}

/** Restores photos from the bin; rejects with BulkFailure if some could not be restored. */
export async function restorePhotos(queries: QueryClient, ids: readonly string[]): Promise<void> {
  try {
    await runInChunks(ids, (photoIds, signal) => call(restoreCall, { body: { photoIds } }, { signal }))
  } finally {
    invalidatePhotos(queries, ids)
  }
}

export interface DeletionResult {
  failed: readonly string[]
  /** The error behind `failed`, for developers. */
  error?: unknown
}

export interface DeletionOptions extends Pick<ChunkOptions, 'onProgress' | 'sleep' | 'isStopped'> {
  /** The photos by month, for the counts of those that are on no cached page. */
  groups?: TargetGroups | undefined
  /** Called with the ids that a call has deleted. */
  onRemoved?: (ids: string[]) => void
}

function remove(ids: readonly string[], { onRemoved, ...options }: DeletionOptions) {
  const run = async (photoIds: string[], signal?: AbortSignal) => {
    const { failed } = await call(deleteCall, { body: { photoIds } }, { signal })
    const failedIds = new Set(failed)
    onRemoved?.(photoIds.filter(id => !failedIds.has(id)))
    return { failed }
  }
  const [singleId] = ids
  return ids.length === 1 && singleId !== undefined
    ? runForId(singleId, run, 'Failed to delete photo!')
    : runInChunks(ids, run, options)
}

/**
 * Drops single photos from the cache and marks lists as stale: mounted ones are refetched, others when they are shown.
 */
function invalidatePhotos(queries: QueryClient, ids: readonly string[]) {
  for (const kind of ['photo', 'fresh'])
    for (const id of ids) queries.removeQueries({ queryKey: [...photoKeys.all, kind, id] })
  void queries.invalidateQueries({ queryKey: photoKeys.all })
}

/**
 * Removes photos from the cached pages, month counts and totals of the library. Returns a function that rolls
 * the update back; queries that were refetched since then keep the fetched data. A photo on no cached page is subtracted
 * from the count of its month if `groups` names it; otherwise the next fetch corrects the count. Pages of other lists are
 * updated while mounted, else removed from the cache.
 */
function removeFromCache(queries: QueryClient, ids: ReadonlySet<string>, groups?: TargetGroups): () => void {
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
