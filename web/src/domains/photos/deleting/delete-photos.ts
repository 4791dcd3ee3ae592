import type { QueryClient } from '@tanstack/react-query'
import { deletePhotos as deleteCall, restorePhotos as restoreCall } from '#contract/photos.ts'
import { trackRemoval } from '#web/gallery/index.ts'
import { BulkFailure } from '#web/platform/http/bulk-failure.ts'
import { call } from '#web/platform/http/call.ts'
import { type ChunkOptions, runForId, runInChunks } from '#web/platform/http/chunks.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { photoKeys } from '../queries.ts'
import { removeFromCache } from './remove-from-cache.ts'

/**
 * Moves photos to the bin, with an optimistic update of the cache that is rolled back on failure (PL-100). Deletes a
 * single photo without retries, several in chunks of 100 with retries (OP-19, OP-20). Resolves with the ids that could
 * not be deleted: empty on success, some on partial success (PL-102). Invalidates lists and counts in every case.
 */
export async function deletePhotos(
  queries: QueryClient,
  ids: readonly string[],
  options: Pick<ChunkOptions, 'onProgress' | 'sleep'> = {},
): Promise<DeletionResult> {
  const rollback = removeFromCache(queries, new Set(ids))
  try {
    await trackRemoval(queries, () => remove(ids, options))
    return { failed: [] }
  } catch (error) {
    rollback()
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

function remove(ids: readonly string[], options: Pick<ChunkOptions, 'onProgress' | 'sleep'>) {
  const run = (photoIds: string[], signal?: AbortSignal) =>
    call(deleteCall, { body: { photoIds } }, { signal })
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
