/**
 * Browsers limit elements to 16 to 33 million px, so a tall library is scrolled through a scroller of at most
 * MAX_SCROLLER px. Scroller px are those of the scrolled element, library px those of the layout.
 *
 * The map between them is the identity at both ends (EDGE px each, so that the first and the very last row are reached
 * like in any page) and linear between. It defines the position of the scroll bar and the target of a jump; steps of
 * wheel, touch and keys move the library by exactly the px they move the scroller (`trackScroll`). When scrolling has
 * stopped, the scroller is moved to its mapped position (`getMappedPosition`) without a visible change.
 */
export interface ScrollMap {
  /** Height of the scroller, px. */
  scroller: number
  /** Height of the library, px. */
  library: number
}

export const MAX_SCROLLER = 7_900_000
const EDGE = 1_000_000

export function createScrollMap(library: number, limit = MAX_SCROLLER): ScrollMap {
  return { scroller: Math.min(library, limit), library }
}

/** Converts a scroller position to library px. Accepts positions outside (above the grid, below its end). */
export function toLibraryY(map: ScrollMap, scrollerY: number): number {
  const { edge, extra } = measureMap(map)
  if (extra === 0 || scrollerY <= edge) return scrollerY
  if (scrollerY >= map.scroller - edge) return scrollerY + extra
  return edge + (scrollerY - edge) * ((map.library - 2 * edge) / (map.scroller - 2 * edge))
}

/** Converts library px to a scroller position. */
export function toScrollerY(map: ScrollMap, y: number): number {
  const { edge, extra } = measureMap(map)
  if (extra === 0 || y <= edge) return y
  if (y >= map.library - edge) return y - extra
  return edge + (y - edge) * ((map.scroller - 2 * edge) / (map.library - 2 * edge))
}

export interface ScrollState {
  /** px of the scroller at the top of the window. */
  scrollerY: number
  /** px of the library at the top of the window. */
  y: number
}

/**
 * Returns the position after the scroller has moved to `scrollerY`: a step moves the library by the same px, a jump
 * (longer than `longestStep`: the scroll bar was dragged, Home or End pressed) moves it to the mapped position.
 */
export function trackScroll(
  map: ScrollMap,
  from: ScrollState,
  scrollerY: number,
  longestStep: number,
): ScrollState {
  const step = scrollerY - from.scrollerY
  const isJump = measureMap(map).extra === 0 || Math.abs(step) > longestStep
  return { scrollerY, y: isJump ? toLibraryY(map, scrollerY) : from.y + step }
}

/** Returns the scroller position that maps to the visible library position; null if the scroller is already there. */
export function getMappedPosition(map: ScrollMap, place: ScrollState): number | null {
  const targetScroll = toScrollerY(map, place.y)
  return Math.abs(targetScroll - place.scrollerY) < 1 ? null : targetScroll
}

/**
 * Whether steps have moved the scroller so far from its mapped position that it must be realigned during scrolling:
 * the scroller must not reach its end before the library does.
 */
export function hasDrifted(map: ScrollMap, place: ScrollState): boolean {
  const drift = Math.abs(toScrollerY(map, place.y) - place.scrollerY)
  const distanceToEnd = Math.max(0, Math.min(place.scrollerY, map.scroller - place.scrollerY))
  return drift > 1 && drift > Math.min(measureMap(map).edge, distanceToEnd) / 2
}

function measureMap(map: ScrollMap) {
  return { extra: map.library - map.scroller, edge: Math.min(EDGE, map.scroller / 4) }
}
