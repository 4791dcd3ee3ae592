import type { GridScroller } from '../layout/grid-scroller.ts'
import { getRow, getRowTop, hasMore } from '../layout/layout.ts'

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
