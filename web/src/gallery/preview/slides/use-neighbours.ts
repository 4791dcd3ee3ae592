import { useEffect, useMemo, useReducer } from 'react'
import type { Image } from '#contract/photos.ts'
import type { PhotoSequence } from '../../photo-list/photo-sequence.ts'
import { positionsAround } from '../neighbours.ts'

/** Cached photos around a position, by position; the others are being loaded. */
export function useNeighbours(
  sequence: PhotoSequence,
  position: number,
  radius: number,
): ReadonlyMap<number, Image> {
  const [, arrived] = useReducer((count: number) => count + 1, 0)
  const wanted = useMemo(
    () => positionsAround(position, radius, sequence.total),
    [position, radius, sequence],
  )
  useEffect(() => {
    let over = false
    const missing = wanted.filter(place => !sequence.peek(place))
    for (const place of missing) {
      sequence.at(place).then(
        () => {
          if (!over) arrived()
        },
        () => {
          // Moving to the neighbour loads it again and reports a failure.
        },
      )
    }
    return () => {
      over = true
    }
  }, [sequence, wanted])
  const found = new Map<number, Image>()
  for (const place of wanted) {
    const image = sequence.peek(place)
    if (image) found.set(place, image)
  }
  return found
}
