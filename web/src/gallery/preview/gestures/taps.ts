/** Longest time between the end of the first and the start of the second tap of a double tap (PL-058). */
const DOUBLE_TAP_MS = 200
/** Longest distance between the taps of a double tap, px. */
const NEAR = 40

export interface Tap {
  x: number
  y: number
  startedAt: number
  endedAt: number
}

export function isDoubleTap(first: Tap | undefined, second: Tap): boolean {
  return (
    first !== undefined &&
    second.startedAt - first.endedAt <= DOUBLE_TAP_MS &&
    Math.hypot(second.x - first.x, second.y - first.y) <= NEAR
  )
}
