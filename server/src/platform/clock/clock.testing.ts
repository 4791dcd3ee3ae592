import type { Clock } from './clock.ts'

/** Creates a clock that changes only by `set` and `advance`. */
export function createManualClock(
  start: Date | string,
): Clock & { set(to: Date | string): void; advance(ms: number): void } {
  let at = new Date(start).getTime()
  return {
    now: () => new Date(at),
    set: to => {
      at = new Date(to).getTime()
    },
    advance: ms => {
      at += ms
    },
  }
}
