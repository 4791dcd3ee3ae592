import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { LibraryMove } from '#contract/photos.ts'
import { watchedWork } from '#web/platform/operations/watched-work.ts'
import { libraryTotalsQuery, photoKeys } from '../queries.ts'
import { endedMoves } from './ended-moves.ts'

/**
 * Returns the library move in progress, started on any device, which the page shows as running work. Invalidates everything about the library when the totals
 * show that it has ended, unless a push message about its end did so before.
 */
export function useLibraryMove(): LibraryMove | undefined {
  const queries = useQueryClient()
  const { data } = useQuery(libraryTotalsQuery())
  const move = data?.move
  const moveId = move?.moveId
  const before = useRef(moveId)
  useEffect(() => {
    if (moveId) watchedWork.add(moveId)
    if (before.current && before.current !== moveId && !endedMoves.has(before.current))
      void queries.invalidateQueries({ queryKey: photoKeys.all })
    before.current = moveId
  }, [queries, moveId])
  return move
}
