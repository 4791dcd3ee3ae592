/**
 * Whether changes of the account may have been missed at the time a socket is ready. `quietMs` is how long nothing
 * had changed by then, as the server knows; undefined: unknown.
 */
export type MissedChanges = (quietMs: number | undefined) => boolean

/**
 * The page has missed nothing if nothing has changed since the previous time, or since `start` at the first time:
 * everything the page knows was requested after that, or kept up to date by the previous socket. Time is read from two
 * clocks and the longer duration counts: one may stand still while the computer sleeps, the other may be set back.
 */
export function createMissedChanges(
  clocks: () => Clocks = readClocks,
  start: Clocks = PAGE_START,
): MissedChanges {
  let known = start
  return quietMs => {
    const now = clocks()
    const elapsed = Math.max(now.wall - known.wall, now.steady - known.steady)
    known = now
    return quietMs === undefined || quietMs < elapsed
  }
}

/** Milliseconds of the computer's time and of a clock that is never set. */
export interface Clocks {
  wall: number
  steady: number
}

const readClocks = (): Clocks => ({ wall: Date.now(), steady: performance.now() })

/** The start of the navigation: before any request of the page. */
const PAGE_START: Clocks = { wall: performance.timeOrigin, steady: 0 }
