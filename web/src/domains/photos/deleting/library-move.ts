import type { QueryClient } from '@tanstack/react-query'
import { deleteAllPhotos, type LibraryMove, type LibraryTotals, restoreAllPhotos } from '#contract/photos.ts'
import { call } from '#web/platform/http/call.ts'
import { watchedWork } from '#web/platform/operations/watched-work.ts'
import { photoKeys } from '../queries.ts'
import { applyLibraryMove } from './apply-library-move.ts'

/** Requests that all photos be deleted. Resolves when the service has accepted it; the library move then runs there. */
export async function requestDeleteAll(queries: QueryClient): Promise<LibraryMove> {
  return startTracking(queries, await call(deleteAllPhotos, {}))
}

/** Requests that everything in the bin be restored. */
export async function requestRestoreAll(queries: QueryClient): Promise<LibraryMove> {
  return startTracking(queries, await call(restoreAllPhotos, { body: {} }))
}

function startTracking(queries: QueryClient, move: LibraryMove): LibraryMove {
  watchedWork.add(move.moveId)
  const cachedMove = queries.getQueryData<LibraryTotals>(photoKeys.totals)?.move
  if (cachedMove?.moveId !== move.moveId) applyLibraryMove(queries, move)
  // The move of a small library may be done before its answer arrives.
  void queries.invalidateQueries({ queryKey: move.state === 'done' ? photoKeys.all : photoKeys.totals })
  return move
}
