import type { QueryClient } from '@tanstack/react-query'
import type { GridScroller } from '../layout/grid-scroller.ts'
import type { MonthPosition } from '../photo-list/month-pages.ts'
import { findCachedPosition } from '../photo-list/photo-cache.ts'
import type { PhotoList } from '../photo-list/photo-list.ts'
import type { PlacedPhoto } from './stored-places.ts'

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
