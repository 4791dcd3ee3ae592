import type { QueryClient } from '@tanstack/react-query'
import type { LibraryMove, LibraryTotals } from '#contract/photos.ts'
import { photoKeys } from '../queries.ts'
import { endedMoves } from './ended-moves.ts'

/**
 * Applies the progress of a library move to the cached totals. Cancels a fetch in flight: its answer may be older. When
 * the move is done the caller invalidates everything about the library.
 */
export function applyLibraryMove(queries: QueryClient, move: LibraryMove): void {
  if (move.state !== 'running') endedMoves.add(move.moveId)
  const totals = queries.getQueryData<LibraryTotals>(photoKeys.totals)
  if (!totals) return
  void queries.cancelQueries({ queryKey: photoKeys.totals })
  queries.setQueryData<LibraryTotals>(photoKeys.totals, addMove(totals, move))
}

/**
 * Returns the totals after a progress message of a library move: photos moved since the previous one are counted in
 * their new place.
 */
function addMove(totals: LibraryTotals, move: LibraryMove): LibraryTotals {
  const before = totals.move?.moveId === move.moveId ? totals.move.moved : 0
  const movedCount = (move.moved - before) * (move.to === 'bin' ? 1 : -1)
  return {
    ...totals,
    photosCount: Math.max(0, totals.photosCount - movedCount),
    deletedCount: Math.max(0, totals.deletedCount + movedCount),
    move: move.state === 'running' ? move : undefined,
  }
}
