import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished, vi } from 'vitest'

const now = performance.now.bind(performance)
/** lru-cache reads the time at most once a millisecond. */
const RESOLUTION_MS = 1
let aheadMs = 0

/** Moves performance.now ahead until the test ends: caches of this process count their rows as older by that time. */
export async function advanceElapsedTime(ms: number): Promise<void> {
  aheadMs += ms
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs)
  onTestFinished(() => {
    aheadMs = 0
    spy.mockRestore()
  })
  // Timers fire in the order of their times: lru-cache has discarded the time that it read before.
  await delay(RESOLUTION_MS + 1)
}
