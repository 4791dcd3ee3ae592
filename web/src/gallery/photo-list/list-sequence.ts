import type { QueryClient } from '@tanstack/react-query'
import { isNotFound } from '#web/platform/http/http-failure.ts'
import { locatePosition } from '../layout/layout.ts'
import type { Month } from './month.ts'
import type { MonthPosition } from './month-pages.ts'
import { cachedPhoto, cachedPosition, loadPhoto } from './photo-cache.ts'
import type { PhotoList } from './photo-list.ts'
import type { PhotoSequence } from './photo-sequence.ts'

/** All photos of a list as a sequence, in the order of its groups. */
export function listSequence(queries: QueryClient, list: PhotoList, months: readonly Month[]): PhotoSequence {
  const starts = new Float64Array(months.length + 1)
  for (const [index, { count }] of months.entries()) starts[index + 1] = starts[index]! + count
  const total = starts[months.length]!
  const order = { starts, months: months.length }
  const placeAt = (position: number): MonthPosition | null => {
    if (!Number.isInteger(position) || position < 0 || position >= total) return null
    const { month, index } = locatePosition(order, position)
    return { month: months[month]!.key, index }
  }
  const positionOf = (place: MonthPosition): number | null => {
    const month = months.findIndex(({ key }) => key === place.month)
    return month < 0 ? null : starts[month]! + place.index
  }
  return {
    total,
    indexOf: async imageId => {
      // The last photo has been removed: no request is needed.
      if (total === 0) return null
      const known = cachedPosition(queries, list, imageId)
      if (known) return positionOf(known)
      try {
        return positionOf(await list.locate(queries, imageId))
      } catch (error) {
        if (isNotFound(error)) return null
        throw error
      }
    },
    at: async index => {
      const place = placeAt(index)
      return place ? ((await loadPhoto(queries, list, place)) ?? null) : null
    },
    peek: index => {
      const place = placeAt(index)
      return place ? cachedPhoto(queries, list, place) : undefined
    },
  }
}
