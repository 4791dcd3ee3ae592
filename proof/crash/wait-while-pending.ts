import { setTimeout as wait } from 'node:timers/promises'

const POLL_MS = 200

/** Waits until nothing is pending, or nothing has ended for so long; returns how much is pending then. */
export async function waitWhilePending(
  countPending: () => number | Promise<number>,
  stuckMs: number,
): Promise<number> {
  let [fewest, progressAt] = [Number.POSITIVE_INFINITY, performance.now()]
  for (;;) {
    const pending = await countPending()
    if (pending < fewest) [fewest, progressAt] = [pending, performance.now()]
    if (pending === 0 || performance.now() - progressAt > stuckMs) return pending
    await wait(POLL_MS)
  }
}
