/** The second tap of a double tap begins at most this long after the first ended (PL-058). */
export const DOUBLE_TAP_MS = 200
/** ...and this near. */
const NEAR = 40

export interface Tap {
  x: number
  y: number
  began: number
  ended: number
}

export function isDoubleTap(first: Tap | undefined, second: Tap): boolean {
  return (
    first !== undefined &&
    second.began - first.ended <= DOUBLE_TAP_MS &&
    Math.hypot(second.x - first.x, second.y - first.y) <= NEAR
  )
}
