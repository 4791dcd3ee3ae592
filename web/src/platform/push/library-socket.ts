import { type LibraryPush, libraryPush } from '#contract/push.ts'
import { type Subscription, subscribe } from './socket.ts'

const readClocks = (): Clocks => ({ wall: Date.now(), steady: performance.now() })

/** The start of the navigation: before any request of the page. */
const PAGE_START: Clocks = { wall: performance.timeOrigin, steady: 0 }

/** Opens the socket of the caller's library; see subscribeLibrary. */
export function openLibrarySocket(receive: (message: LibraryPush) => void): Subscription {
  return subscribe('/library', libraryPush, message => {
    if (message.type !== 'ready' || mayHaveMissed(message.quietMs)) receive(message)
  })
}

const mayHaveMissed = createMissedChangesCheck()

/**
 * Whether changes of the account may have been missed at the time a socket is ready. `quietMs` is how long nothing
 * had changed by then, as the server knows; undefined: unknown.
 */
type MissedChangesCheck = (quietMs: number | undefined) => boolean

/**
 * Creates a check that is true unless nothing has changed since the previous check (since `start` at the first one):
 * everything the page knows was requested after that, or kept up to date by the previous socket. Time is read from two
 * clocks and the longer duration counts: one may stand still while the computer sleeps, the other may be set back.
 */
export function createMissedChangesCheck(
  clocks: () => Clocks = readClocks,
  start: Clocks = PAGE_START,
): MissedChangesCheck {
  let previousReading = start
  return quietMs => {
    const reading = clocks()
    const elapsed = Math.max(reading.wall - previousReading.wall, reading.steady - previousReading.steady)
    previousReading = reading
    return quietMs === undefined || quietMs < elapsed
  }
}

/** Milliseconds of the computer's time and of a clock that is never set. */
interface Clocks {
  wall: number
  steady: number
}
