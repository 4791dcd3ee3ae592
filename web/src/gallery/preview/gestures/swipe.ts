/** A swipe over more than this share of the width changes the photo, of the height closes (PL-059, PL-060). */
const SWIPE_SHARE = 0.35
/** Px the picture moves per px of the finger: towards a photo or down to close, and against an end (OP-14). */
const FOLLOW_RATIO = 1.5
const RESIST_RATIO = 0.2
/** Movement, px, from which a swipe has a direction. */
export const SLOP = 8

/** Whether the shown photo has a previous and a next one. */
export interface SwipeNeighbours {
  before: boolean
  after: boolean
}

/** Computes the horizontal offset of the photos, px, for a finger that has moved `movement` px; at an end they resist. */
export function computeHorizontalOffset(movement: number, width: number, ends: SwipeNeighbours): number {
  const hasNeighbour = movement > 0 ? ends.before : ends.after
  if (!hasNeighbour) return movement * RESIST_RATIO
  return Math.sign(movement) * Math.min(Math.abs(movement) * FOLLOW_RATIO, width)
}

/** Returns the result of a finished swipe: -1 the previous photo, 1 the next one, 0 springs back. */
export function getSwipeStep(movement: number, width: number, ends: SwipeNeighbours): -1 | 0 | 1 {
  if (Math.abs(movement) <= width * SWIPE_SHARE) return 0
  if (movement > 0) return ends.before ? -1 : 0
  return ends.after ? 1 : 0
}

/** Computes the vertical offset of the photo, px; upwards it resists. */
export function computeVerticalOffset(movement: number): number {
  return movement * (movement > 0 ? FOLLOW_RATIO : RESIST_RATIO)
}

export function isClosingSwipe(movement: number, height: number): boolean {
  return movement > height * SWIPE_SHARE
}

/** Returns the direction of a swipe; undefined until it has moved far enough. Down only where that closes (mobile). */
export function getSwipeDirection(x: number, y: number, mayClose: boolean): 'aside' | 'down' | undefined {
  if (Math.hypot(x, y) < SLOP) return undefined
  return mayClose && y > 0 && y > Math.abs(x) ? 'down' : 'aside'
}
