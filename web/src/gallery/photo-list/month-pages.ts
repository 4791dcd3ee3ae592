import { INDEX_STEP } from '#contract/photos.ts'
import { getMonthSpan, type Layout, type RowSpan } from '../layout/layout.ts'
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

/** Returns the number of the block that contains an index. */
export function getBlockNumber(index: number): number {
  return Math.floor(index / INDEX_STEP)
}

/** Lists the pages needed for the rows in view (PL-031): the first page of closed months, the visible blocks of open ones. */
export function listRequestedPages(
  layout: Layout,
  months: readonly Month[],
  visibleRows: RowSpan,
  isOpen: (month: string) => boolean,
): RequestedPage[] {
  const requestedPages: RequestedPage[] = []
  for (let month = visibleRows.firstMonth; month <= visibleRows.lastMonth; month++) {
    const key = months[month]?.key
    if (key === undefined || layout.counts[month] === 0) continue
    if (!isOpen(key)) {
      requestedPages.push({ month: key, part: 'first' })
      continue
    }
    const rows = getMonthSpan(layout, visibleRows, month)
    const { columns } = layout.geometry
    const lastIndex = Math.min(layout.counts[month]!, (rows.last + 1) * columns) - 1
    for (let part = getBlockNumber(rows.first * columns); part <= getBlockNumber(lastIndex); part++)
      requestedPages.push({ month: key, part })
  }
  return requestedPages
}

/** Combines the states of a month's pages in view (PL-032): rejected wins, then pending. */
export function combinePageStates(pages: readonly PageState[]): MonthState {
  if (pages.length === 0) return 'uninitialized'
  if (pages.some(page => page.status === 'error')) return 'rejected'
  return pages.some(page => page.status === 'pending') ? 'pending' : 'fulfilled'
}

export interface PageState {
  status: 'pending' | 'error' | 'success'
}
