import { INDEX_STEP, TIMELINE_PAGE } from '#contract/photos.ts'
import { findCellAtSlot, findRowStart, getMonthSpan, type Layout, type RowSpan } from '../layout/layout.ts'
import type { Month } from './month.ts'

/** Position of a photo in a list: its month, and its index in the month. */
export interface MonthPosition {
  month: string
  index: number
}

/**
 * A page of a month: 'first' and 'next-1', 'next-2' … are pages of 24, which a press on '+N' and scrolling load one after the
 * other; a number is a block of INDEX_STEP photos of a month that is shown as a whole.
 */
export type MonthPart = 'first' | NextPart | number
export type NextPart = `next-${number}`

export interface RequestedPage {
  month: string
  part: MonthPart
}

/** The months that show more than their first page: number of photos shown, Infinity for a whole month. */
export type OpenMonths = ReadonlyMap<string, number>

/** Loading states of a month. */
export type MonthState = 'uninitialized' | 'pending' | 'fulfilled' | 'rejected'

/** Returns the index in the month of a part's first photo. */
export function getPartStart(part: MonthPart): number {
  if (typeof part === 'number') return part * INDEX_STEP
  return part === 'first' ? 0 : Number(part.slice('next-'.length)) * TIMELINE_PAGE
}

/** Returns the page of 24 of a number from 0. */
export function toPagePart(page: number): 'first' | NextPart {
  return page === 0 ? 'first' : `next-${page}`
}

/** Returns the number of the block that contains an index. */
export function getBlockNumber(index: number): number {
  return Math.floor(index / INDEX_STEP)
}

/** Returns the part that shows the photo at an index of a month. */
export function findPartAt(index: number, isWhole: boolean): MonthPart {
  return isWhole ? getBlockNumber(index) : toPagePart(Math.floor(index / TIMELINE_PAGE))
}

/** Returns `open` with one more page of a month shown. */
export function openNextPage(open: OpenMonths, month: string): OpenMonths {
  return new Map(open).set(month, (open.get(month) ?? TIMELINE_PAGE) + TIMELINE_PAGE)
}

/** Returns `open` with the photo at an index shown: a month that does not show it yet is shown as a whole. */
export function openUpTo(open: OpenMonths, month: string, index: number): OpenMonths {
  const shown = open.get(month) ?? TIMELINE_PAGE
  return index < shown ? open : new Map(open).set(month, Number.POSITIVE_INFINITY)
}

/** Lists the pages needed for the rows in view: of whole months the blocks, of others the pages of 24. */
export function listRequestedPages(
  layout: Layout,
  months: readonly Month[],
  visibleRows: RowSpan,
  open: OpenMonths,
): RequestedPage[] {
  const requestedPages: RequestedPage[] = []
  for (let month = visibleRows.firstMonth; month <= visibleRows.lastMonth; month++) {
    const key = months[month]?.key
    if (key === undefined || layout.counts[month] === 0) continue
    if (!open.has(key)) {
      requestedPages.push({ month: key, part: 'first' })
      continue
    }
    const isWhole = open.get(key) === Number.POSITIVE_INFINITY
    const rows = getMonthSpan(layout, visibleRows, month)
    const lastSlot = (rows.last + 1) * layout.geometry.columns - 1
    const lastIndex = Math.min(layout.shownCounts[month]! - 1, findCellAtSlot(layout, month, lastSlot))
    const size = isWhole ? INDEX_STEP : TIMELINE_PAGE
    const firstIndex = Math.min(findRowStart(layout, month, rows.first), lastIndex)
    for (let page = Math.floor(firstIndex / size); page <= Math.floor(lastIndex / size); page++)
      requestedPages.push({ month: key, part: findPartAt(page * size, isWhole) })
  }
  return requestedPages
}

/** Combines the states of a month's pages in view: rejected wins, then pending. */
export function combinePageStates(pages: readonly PageState[]): MonthState {
  if (pages.length === 0) return 'uninitialized'
  if (pages.some(page => page.status === 'error')) return 'rejected'
  return pages.some(page => page.status === 'pending') ? 'pending' : 'fulfilled'
}

export interface PageState {
  status: 'pending' | 'error' | 'success'
}
