import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { deleteAllPhotos, type LibraryMove, type LibraryTotals, restoreAllPhotos } from '#contract/photos.ts'
import { call } from '#web/platform/http/call.ts'
import { libraryTotalsQuery, photoKeys } from '../queries.ts'

/** Asks for all photos to be deleted. Resolves as soon as the service has taken it on; photos go from then on. */
export async function requestDeleteAll(queries: QueryClient): Promise<LibraryMove> {
  return begin(queries, await call(deleteAllPhotos, {}))
}

/** Asks for everything in the bin to come back, or for what one deletion of everything took. */
export async function requestRestoreAll(queries: QueryClient, moveId?: string): Promise<LibraryMove> {
  return begin(queries, await call(restoreAllPhotos, { body: moveId ? { moveId } : {} }))
}

/** Resolves with true when the move is done, false when another one took its place; asks again until then. */
export function waitForLibraryMove(
  queries: QueryClient,
  moveId: string,
  onProgress: (moved: number) => void = () => {},
): Promise<boolean> {
  return new Promise(resolve => {
    const observer = new QueryObserver(queries, { ...libraryTotalsQuery(), staleTime: Infinity })
    const stop = observer.subscribe(({ data }) => look(data))
    const look = (totals: LibraryTotals | undefined) => {
      if (!totals) return
      if (totals.move?.moveId === moveId) return onProgress(totals.move.moved)
      // The first look is made before there is anything to stop.
      queueMicrotask(() => stop())
      resolve(totals.move === undefined)
    }
    look(observer.getCurrentResult().data)
  })
}

/** The totals as they are with what a message says of a move: the photos it took are counted where they are now. */
function withMove(totals: LibraryTotals, move: LibraryMove): LibraryTotals {
  const before = totals.move?.moveId === move.moveId ? totals.move.moved : 0
  const gone = (move.moved - before) * (move.to === 'bin' ? 1 : -1)
  return {
    ...totals,
    photosCount: Math.max(0, totals.photosCount - gone),
    deletedCount: Math.max(0, totals.deletedCount + gone),
    move: move.state === 'running' ? move : undefined,
  }
}

/** Notes what is said of a move. An answer that is on its way was asked for before, so it is called off. */
export function applyLibraryMove(queries: QueryClient, move: LibraryMove): void {
  const totals = queries.getQueryData<LibraryTotals>(photoKeys.totals)
  if (!totals) return
  void queries.cancelQueries({ queryKey: photoKeys.totals })
  queries.setQueryData<LibraryTotals>(photoKeys.totals, withMove(totals, move))
}

function begin(queries: QueryClient, move: LibraryMove): LibraryMove {
  const known = queries.getQueryData<LibraryTotals>(photoKeys.totals)?.move
  if (known?.moveId !== move.moveId) applyLibraryMove(queries, move)
  // A small library may be done before this answer is here.
  void queries.invalidateQueries({ queryKey: move.state === 'done' ? photoKeys.all : photoKeys.totals })
  return move
}
