import type { QueryClient } from '@tanstack/react-query'
import { PHOTOS_PAGE, type PhotoPage } from '#contract/photos.ts'
import type { GridScroller } from './layout/grid-scroller.ts'
import { getRow, getRowTop, hasMore } from './layout/layout.ts'
import type { MonthPosition } from './photo-list/month-pages.ts'
import { findCachedPosition } from './photo-list/photo-cache.ts'
import type { PhotoList } from './photo-list/photo-list.ts'
import type { PlacedPhoto } from './place/stored-places.ts'
import type { Selection } from './selection/selection.ts'

/* What the first page of photos does not need, in one file: loaded when the page is idle. */
export { loadRange } from './selection/load-range.ts'

/**
 * Calls `open` for each opened month whose '+N' scrolling down brings within a window's height of the window. Returns the
 * function that ends it.
 */
export function openNextPages(
  scroller: GridScroller,
  isOpen: (month: string) => boolean,
  open: (month: string) => void,
): () => void {
  let { top } = scroller
  return scroller.onMove(() => {
    const isDown = scroller.top > top + 1
    top = scroller.top
    const view = scroller.view()
    if (!isDown || !view) return
    const { layout, months } = view
    for (let month = view.firstMonth; month <= view.lastMonth; month++) {
      const { key } = months[month]!
      if (!isOpen(key) || !hasMore(layout, month)) continue
      const moreRow = getRow(layout, { month, cell: layout.shownCounts[month]! })
      if (getRowTop(layout, month, moreRow) < top + 2 * scroller.height) open(key)
    }
  })
}

/** Fetches a page of a month: 500 photos from `cursor`, null for its beginning. */
type FetchPage = (month: string, limit: number, cursor: string | null) => Promise<PhotoPage>

/**
 * Fetches all ids of a selection, by month. Whole months are fetched page by page, so that photos that are not loaded are
 * included and exceptions are excluded. Rejects when a page cannot be fetched: it never returns a part of the selection.
 */
export async function resolveSelection(
  selection: Selection,
  fetchPage: FetchPage,
): Promise<Map<string, string[]>> {
  const idsByMonth = new Map([...selection.singles].map(([month, ids]) => [month, [...ids]]))
  for (const [month, exceptions] of selection.months) {
    const ids = new Set<string>()
    let cursor: string | null = null
    do {
      const page: PhotoPage = await fetchPage(month, PHOTOS_PAGE, cursor)
      for (const { imageId } of page.images) if (!exceptions.has(imageId)) ids.add(imageId)
      cursor = page.cursor
    } while (cursor !== null)
    idsByMonth.set(month, [...ids])
  }
  return idsByMonth
}

/**
 * Follows the photo of a restored place, until the page is scrolled: photos before it may have been added or deleted since.
 * The service is asked for its position once, if no loaded page contains it. `showInMonth` opens its month as far as
 * needed. Returns the function that ends it.
 */
export function followPhoto(
  scroller: GridScroller,
  queries: QueryClient,
  list: PhotoList,
  { imageId, month, index, offset }: PlacedPhoto,
  showInMonth: (position: MonthPosition) => void,
): () => void {
  if (!imageId) return () => {}
  let position: MonthPosition = { month, index }
  const follow = (found: MonthPosition | undefined) => {
    if (!found || !scroller.isAtRestoredPlace) return
    if (found.month === position.month && found.index === position.index) return
    position = found
    showInMonth(found)
    scroller.restorePlace({ ...found, offset })
  }
  const cachedPosition = findCachedPosition(queries, list, imageId)
  if (cachedPosition) follow(cachedPosition)
  else
    list.locate(queries, imageId).then(follow, () => {
      // Deleted, or unknown without an answer: the page stays at its index.
    })
  return queries.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated' && scroller.isAtRestoredPlace) follow(findCachedPosition(queries, list, imageId))
  })
}
