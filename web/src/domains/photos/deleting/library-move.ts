import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { deleteAllPhotos, type LibraryMove, type LibraryTotals, restoreAllPhotos } from '#contract/photos.ts'
import { call } from '#web/platform/http/call.ts'
import { libraryTotalsQuery, photoKeys } from '../queries.ts'
import { applyLibraryMove } from './apply-library-move.ts'

/** Requests that all photos be deleted. Resolves when the service has accepted it; the library move then runs there. */
export async function requestDeleteAll(queries: QueryClient): Promise<LibraryMove> {
  return startTracking(queries, await call(deleteAllPhotos, {}))
}

/** Requests that everything in the bin be restored, or only what the library move `moveId` deleted. */
export async function requestRestoreAll(queries: QueryClient, moveId?: string): Promise<LibraryMove> {
  return startTracking(queries, await call(restoreAllPhotos, { body: moveId ? { moveId } : {} }))
}

/** Polls the totals until the move is done. Resolves with true then, with false if another move replaced it. */
export function waitForLibraryMove(
  queries: QueryClient,
  moveId: string,
  onProgress: (moved: number) => void = () => {},
): Promise<boolean> {
  return new Promise(resolve => {
    const observer = new QueryObserver(queries, { ...libraryTotalsQuery(), staleTime: Infinity })
    const stop = observer.subscribe(({ data }) => update(data))
    const update = (totals: LibraryTotals | undefined) => {
      if (!totals) return
      if (totals.move?.moveId === moveId) return onProgress(totals.move.moved)
      // The first update runs before `stop` is assigned.
      queueMicrotask(() => stop())
      resolve(totals.move === undefined)
    }
    update(observer.getCurrentResult().data)
  })
}

function startTracking(queries: QueryClient, move: LibraryMove): LibraryMove {
  const cachedMove = queries.getQueryData<LibraryTotals>(photoKeys.totals)?.move
  if (cachedMove?.moveId !== move.moveId) applyLibraryMove(queries, move)
  // The move of a small library may be done before its answer arrives.
  void queries.invalidateQueries({ queryKey: move.state === 'done' ? photoKeys.all : photoKeys.totals })
  return move
}
