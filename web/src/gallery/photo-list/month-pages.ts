import { INDEX_STEP } from '#contract/photos.ts'
import { type Layout, type RowSpan, spanOfMonth } from '../layout/layout.ts'
import type { Month } from './month.ts'

/** Position of a photo in a list: its month, and its index in the month. */
export interface MonthPosition {
  month: string
  index: number
}

/** 'first': the first 24 of a closed month; a number: that block of an opened one. */
export interface RequestedPage {
  month: string
  part: 'first' | number
}

/** Loading states of a month (PL-032). */
export type MonthState = 'uninitialized' | 'pending' | 'fulfilled' | 'rejected'

/** The block that contains an index. */
export function pageOf(index: number): number {
  return Math.floor(index / INDEX_STEP)
}

/** Pages needed for the rows in view (PL-031): the first page of closed months, the visible blocks of open ones. */
export function pagesOf(
  layout: Layout,
  months: readonly Month[],
  seen: RowSpan,
  isOpen: (month: string) => boolean,
): RequestedPage[] {
  const wanted: RequestedPage[] = []
  for (let month = seen.firstMonth; month <= seen.lastMonth; month++) {
    const key = months[month]?.key
    if (key === undefined || layout.counts[month] === 0) continue
    if (!isOpen(key)) {
      wanted.push({ month: key, part: 'first' })
      continue
    }
    const rows = spanOfMonth(layout, seen, month)
    const { columns } = layout.geometry
    const last = Math.min(layout.counts[month]!, (rows.last + 1) * columns) - 1
    for (let part = pageOf(rows.first * columns); part <= pageOf(last); part++)
      wanted.push({ month: key, part })
  }
  return wanted
}

/** One state for a month from those of its pages in view (PL-032): rejected wins, then pending. */
export function monthState(pages: readonly PageState[]): MonthState {
  if (pages.length === 0) return 'uninitialized'
  if (pages.some(page => page.status === 'error')) return 'rejected'
  return pages.some(page => page.status === 'pending') ? 'pending' : 'fulfilled'
}

export interface PageState {
  status: 'pending' | 'error' | 'success'
}
