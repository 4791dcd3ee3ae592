/** A measurement: bytes sent until `at`, ms. */
interface Sample {
  at: number
  sent: number
}

const WINDOW_MS = 30_000
const FIRST_MS = 4000

/**
 * Estimates how long the rest takes, from the speed of the last 30 s. `secondsLeft` is undefined until 4 s are measured and
 * while nothing moves; `reset` forgets the speed, after a pause.
 */
export function createTimeLeft() {
  let samples: Sample[] = []
  return {
    secondsLeft(now: Sample, bytesLeft: number): number | undefined {
      // Fewer bytes: a file begins anew.
      if (samples.length > 0 && now.sent < samples.at(-1)!.sent) samples = []
      samples = [...samples.filter(({ at }) => now.at - at <= WINDOW_MS), now]
      const first = samples[0]!
      const seconds = (now.at - first.at) / 1000
      const bytes = now.sent - first.sent
      return now.at - first.at < FIRST_MS || bytes === 0 ? undefined : (bytesLeft * seconds) / bytes
    },
    reset() {
      samples = []
    },
  }
}
