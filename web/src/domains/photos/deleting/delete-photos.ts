import type { QueryClient } from '@tanstack/react-query'
import { deletePhotos as deleteCall, restorePhotos as restoreCall } from '#contract/photos.ts'
import { trackRemoval } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'
import { BulkFailure, type ChunkOptions, runForOne, runInChunks } from '#web/platform/http/chunks.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { photoKeys } from '../queries.ts'
import { removeFromCache } from './remove-from-cache.ts'

/**
 * Moves photos to the bin. They leave the cache at once and come back in their places if it fails (PL-100). One alone
 * is not retried; several go in chunks of 100 with retries (OP-19, OP-20). Answers the ids that could not be deleted:
 * none if all went well, some if only a part did (PL-102). Lists and counts are asked for anew either way.
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
    forgetPhotos(queries, ids)
  }
}

/** Brings photos back from the bin; rejects with BulkFailure if some could not be. */
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
    forgetPhotos(queries, ids)
  }
}

export interface DeletionResult {
  failed: readonly string[]
  /** Why, for developers. */
  error?: unknown
}

function remove(ids: readonly string[], options: Pick<ChunkOptions, 'onProgress' | 'sleep'>) {
  const run = (photoIds: string[], signal?: AbortSignal) =>
    call(deleteCall, { body: { photoIds } }, { signal })
  const [only] = ids
  return ids.length === 1 && only !== undefined
    ? runForOne(only, run, 'Failed to delete photo!')
    : runInChunks(ids, run, options)
}

/** What is known about single photos no longer holds; lists in view are fetched anew, others when they are shown. */
function forgetPhotos(queries: QueryClient, ids: readonly string[]) {
  for (const kind of ['photo', 'fresh'])
    for (const id of ids) queries.removeQueries({ queryKey: [...photoKeys.all, kind, id] })
  void queries.invalidateQueries({ queryKey: photoKeys.all })
}
