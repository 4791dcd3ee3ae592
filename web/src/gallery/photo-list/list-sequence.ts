import type { QueryClient } from '@tanstack/react-query'
import { nullIfNotFound } from '#web/platform/http/null-if-absent.ts'
import { locatePosition } from '../layout/layout.ts'
import type { Month } from './month.ts'
import type { MonthPosition } from './month-pages.ts'
import { findCachedPhoto, findCachedPosition, loadPhoto } from './photo-cache.ts'
import type { PhotoList } from './photo-list.ts'
import type { PhotoSequence } from './photo-sequence.ts'

/** Creates a sequence of all photos of a list, in the order of its groups. */
export function createListSequence(
  queries: QueryClient,
  list: PhotoList,
  months: readonly Month[],
): PhotoSequence {
  const starts = new Float64Array(months.length + 1)
  for (const [index, { count }] of months.entries()) starts[index + 1] = starts[index]! + count
  const total = starts[months.length]!
  const order = { starts, months: months.length }
  const findMonthPosition = (position: number): MonthPosition | null => {
    if (!Number.isInteger(position) || position < 0 || position >= total) return null
    const { month, index } = locatePosition(order, position)
    return { month: months[month]!.key, index }
  }
  const findPosition = (at: MonthPosition): number | null => {
    const month = months.findIndex(({ key }) => key === at.month)
    return month < 0 ? null : starts[month]! + at.index
  }
  return {
    total,
    indexOf: async imageId => {
      // The last photo has been removed: no request is needed.
      if (total === 0) return null
      const cachedPosition = findCachedPosition(queries, list, imageId)
      const position = cachedPosition && findPosition(cachedPosition)
      // The pages of a month that the list no longer has are stale: its photos may be in another month.
      if (typeof position === 'number') return position
      const located = await nullIfNotFound(list.locate(queries, imageId))
      return located && findPosition(located)
    },
    at: async index => {
      const monthPosition = findMonthPosition(index)
      return monthPosition ? ((await loadPhoto(queries, list, monthPosition)) ?? null) : null
    },
    peek: index => {
      const at = findMonthPosition(index)
      return at ? findCachedPhoto(queries, list, at) : undefined
    },
  }
}
