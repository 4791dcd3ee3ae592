import type { Image } from '#contract/photos.ts'
import type { GridScroller } from '../layout/grid-scroller.ts'
import type { OpenMonths } from '../photo-list/month-pages.ts'
import type { Place, PlacedPhoto } from './stored-places.ts'

/** Returns the photo at the upper edge of a grid; undefined at the top of its page. */
export function readPlacedPhoto(
  scroller: GridScroller,
  photoAt: (month: string, index: number) => Image | undefined,
): PlacedPhoto | undefined {
  const row = scroller.readPlace()
  return row ? { ...row, imageId: photoAt(row.month, row.index)?.imageId } : undefined
}

/** Returns the opened months of a stored place: JSON has no Infinity and writes null. */
export function restoreMonths(stored: Place['open']): OpenMonths {
  return new Map(stored?.map(([month, shown]) => [month, shown ?? Number.POSITIVE_INFINITY]))
}
