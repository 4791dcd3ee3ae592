import type { QueryClient } from '@tanstack/react-query'
import { deletePhotos as deleteCall, IDS_PER_CALL, restorePhotos as restoreCall } from '#contract/photos.ts'
import { type TargetGroups, trackRemoval } from '#web/gallery/index.ts'
import { BulkFailure } from '#web/platform/http/bulk-failure.ts'
import { call } from '#web/platform/http/call.ts'
import { type ChunkOptions, runForId, runInChunks } from '#web/platform/http/chunks.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { photoKeys } from '../queries.ts'
import { removeFromCache } from './remove-from-cache.ts'

/**
 * Moves photos to the bin. Photos of one call are removed from the cache at once, and come back on failure (PL-100); of more
 * than that each chunk when the service has deleted it, so that all counts on the page agree with the progress. Deletes a
 * single photo without retries, several in chunks of 100 with retries (OP-19, OP-20). Resolves with the ids that are
 * not deleted: empty on success, some on partial success (PL-102) and when stopped. Invalidates lists and counts in every
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
export async function restorePhotos(
  queries: QueryClient,
  ids: readonly string[],
  options: Pick<ChunkOptions, 'onProgress' | 'sleep'> = {},
): Promise<void> {
  try {
    await runInChunks(
      ids,
      (photoIds, signal) => call(restoreCall, { body: { photoIds } }, { signal }),
      options,
    )
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
