import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { deleteAllPhotos, type LibraryMove, type LibraryTotals, restoreAllPhotos } from '#contract/photos.ts'
import { call } from '#web/platform/http/call.ts'
import { libraryTotalsQuery, photoKeys } from '../queries.ts'

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

/** The totals after a progress message of a library move: photos moved since the previous one are counted in their new place. */
function withMove(totals: LibraryTotals, move: LibraryMove): LibraryTotals {
  const before = totals.move?.moveId === move.moveId ? totals.move.moved : 0
  const moved = (move.moved - before) * (move.to === 'bin' ? 1 : -1)
  return {
    ...totals,
    photosCount: Math.max(0, totals.photosCount - moved),
    deletedCount: Math.max(0, totals.deletedCount + moved),
    move: move.state === 'running' ? move : undefined,
  }
}

/** Applies the progress of a library move to the cached totals. Cancels a fetch in flight: its answer may be older. */
export function applyLibraryMove(queries: QueryClient, move: LibraryMove): void {
  const totals = queries.getQueryData<LibraryTotals>(photoKeys.totals)
  if (!totals) return
  void queries.cancelQueries({ queryKey: photoKeys.totals })
  queries.setQueryData<LibraryTotals>(photoKeys.totals, withMove(totals, move))
}

function startTracking(queries: QueryClient, move: LibraryMove): LibraryMove {
  const known = queries.getQueryData<LibraryTotals>(photoKeys.totals)?.move
  if (known?.moveId !== move.moveId) applyLibraryMove(queries, move)
  // The move of a small library may be done before its answer arrives.
  void queries.invalidateQueries({ queryKey: move.state === 'done' ? photoKeys.all : photoKeys.totals })
  return move
}
