import { setTimeout as delay } from 'node:timers/promises'

const getSystemTime = performance.now.bind(performance)
/** lru-cache reads the time at most once a millisecond. */
const RESOLUTION_MS = 1
let aheadMs = 0

/**
 * Moves performance.now of this process ahead, for good, since the time of caches never goes back: they count their rows as
 * older by that time.
 */
export async function advanceElapsedTime(ms: number): Promise<void> {
  aheadMs += ms
  performance.now = () => getSystemTime() + aheadMs
  // Timers fire in the order of their times: lru-cache has discarded the time that it read before.
  await delay(RESOLUTION_MS + 1)
}

/** Holds performance.now of this process while `work` runs, so that no cached row expires. */
export async function holdElapsedTime<T>(work: () => Promise<T>): Promise<T> {
  const heldTime = performance.now()
  const getTime = performance.now
  performance.now = () => heldTime
  try {
    return await work()
  } finally {
    performance.now = getTime
  }
}
