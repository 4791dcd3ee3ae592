import { onTestFinished, vi } from 'vitest'

const now = performance.now.bind(performance)
let aheadMs = 0

/** Moves performance.now ahead until the test ends: caches of this process count their rows as older by that time. */
export function advanceElapsedTime(ms: number): void {
  aheadMs += ms
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs)
  onTestFinished(() => {
    aheadMs = 0
    spy.mockRestore()
  })
}
