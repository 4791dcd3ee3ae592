import type { QueryClient } from '@tanstack/react-query'
import { isNotFound } from '#web/platform/http/http-failure.ts'
import { placeOf } from './grid/layout.ts'
import type { Place } from './month-pages.ts'
import type { Month } from './months.ts'
import { loadPhoto, photoInMemory, placeInMemory } from './photo-memory.ts'
import { photoQuery } from './queries.ts'
import type { PhotoSequence } from './sequence.ts'
import type { Sort } from './sort-preference.ts'

/** The whole library as a sequence, in the order of its months. */
export function librarySequence(queries: QueryClient, sort: Sort, months: readonly Month[]): PhotoSequence {
  const starts = new Float64Array(months.length + 1)
  for (const [index, { count }] of months.entries()) starts[index + 1] = starts[index]! + count
  const total = starts[months.length]!
  const order = { starts, months: months.length }
  const placeAt = (position: number): Place | null => {
    if (!Number.isInteger(position) || position < 0 || position >= total) return null
    const { month, index } = placeOf(order, position)
    return { month: months[month]!.key, index }
  }
  const positionOf = (place: Place): number | null => {
    const month = months.findIndex(({ key }) => key === place.month)
    return month < 0 ? null : starts[month]! + place.index
  }
  return {
    total,
    indexOf: async imageId => {
      // The last photo has just gone: nobody has to be asked.
      if (total === 0) return null
      const known = placeInMemory(queries, sort, imageId)
      if (known) return positionOf(known)
      try {
        const { year, month, position } = await queries.fetchQuery(photoQuery(imageId, sort))
        return positionOf({ month: `${year}/${month}`, index: position })
      } catch (error) {
        if (isNotFound(error)) return null
        throw error
      }
    },
    at: async index => {
      const place = placeAt(index)
      return place ? ((await loadPhoto(queries, sort, place)) ?? null) : null
    },
    peek: index => {
      const place = placeAt(index)
      return place ? photoInMemory(queries, sort, place) : undefined
    },
  }
}
