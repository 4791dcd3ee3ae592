import type { QueryClient } from '@tanstack/react-query'
import { type Layout, locatePosition } from '../layout/layout.ts'
import { fetchIdsBetween } from '../photo-list/fetch-ids.ts'
import type { Month } from '../photo-list/month.ts'
import type { PhotoList } from '../photo-list/photo-list.ts'
import type { Range } from './range.ts'

/** Returns the months that are in a range as a whole, and the ids of its photos in others, fetched where they are not cached. */
export async function loadRange(
  queries: QueryClient,
  list: PhotoList,
  { layout, months }: { layout: Layout; months: readonly Month[] },
  range: Range,
): Promise<LoadedRange> {
  const loadedRange: LoadedRange = { whole: [], parts: new Map() }
  for (const part of splitByMonth(layout, range)) {
    const { key } = months[part.month]!
    if (part.isWholeMonth) loadedRange.whole.push(key)
    else loadedRange.parts.set(key, await fetchIdsBetween(queries, list, key, part.first, part.last))
  }
  return loadedRange
}

export interface LoadedRange {
  whole: string[]
  parts: Map<string, string[]>
}

export interface MonthRange {
  month: number
  first: number
  /** included */
  last: number
  isWholeMonth: boolean
}

/** Splits a range by month: the index range of each month. */
export function splitByMonth(layout: Layout, range: Range): MonthRange[] {
  if (layout.total === 0) return []
  const start = locatePosition(layout, Math.max(0, Math.min(range.from, range.to)))
  const end = locatePosition(layout, Math.min(layout.total - 1, Math.max(range.from, range.to)))
  const parts: MonthRange[] = []
  for (let month = start.month; month <= end.month; month++) {
    const count = layout.counts[month]!
    const first = month === start.month ? start.index : 0
    const last = month === end.month ? end.index : count - 1
    if (last >= first) parts.push({ month, first, last, isWholeMonth: first === 0 && last === count - 1 })
  }
  return parts
}
