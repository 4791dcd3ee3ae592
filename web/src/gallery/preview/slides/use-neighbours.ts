import { useEffect, useMemo, useReducer } from 'react'
import type { Image } from '#contract/photos.ts'
import type { PhotoSequence } from '../../photo-list/photo-sequence.ts'
import { listPositionsAround } from '../neighbours.ts'

/** Returns the cached photos around a position, by position, and loads the missing ones. */
export function useNeighbours(
  sequence: PhotoSequence,
  position: number,
  radius: number,
): ReadonlyMap<number, Image> {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const positions = useMemo(
    () => listPositionsAround(position, radius, sequence.total),
    [position, radius, sequence],
  )
  useEffect(() => {
    let isCancelled = false
    const missingPositions = positions.filter(place => !sequence.peek(place))
    for (const place of missingPositions) {
      sequence.at(place).then(
        () => {
          if (!isCancelled) rerender()
        },
        () => {
          // Moving to the neighbour loads it again and reports a failure.
        },
      )
    }
    return () => {
      isCancelled = true
    }
  }, [sequence, positions])
  const imageByPosition = new Map<number, Image>()
  for (const place of positions) {
    const image = sequence.peek(place)
    if (image) imageByPosition.set(place, image)
  }
  return imageByPosition
}
