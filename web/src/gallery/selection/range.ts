import { type Layout, locatePosition } from '../layout/layout.ts'

/** Positions in the library, both included, in any order. */
export interface Range {
  from: number
  to: number
}

export interface MonthRange {
  month: number
  first: number
  /** included */
  last: number
  isWholeMonth: boolean
}

export function isInRange(range: Range | null, position: number): boolean {
  return (
    range !== null && position >= Math.min(range.from, range.to) && position <= Math.max(range.from, range.to)
  )
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
