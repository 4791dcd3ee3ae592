/** A measurement: bytes sent until `at`, ms. */
interface Sample {
  at: number
  sent: number
}

const WINDOW_MS = 30_000
const MIN_WINDOW_MS = 4000

/**
 * Creates an estimator of the remaining time, from the speed of the last 30 s. `secondsLeft` is undefined until 4 s are
 * measured and while no bytes are sent; `reset` discards the measurements, after a pause.
 */
export function createTimeLeftEstimator() {
  let samples: Sample[] = []
  return {
    secondsLeft(sample: Sample, bytesLeft: number): number | undefined {
      // Fewer bytes: a file begins anew.
      if (samples.length > 0 && sample.sent < samples.at(-1)!.sent) samples = []
      samples = [...samples.filter(({ at }) => sample.at - at <= WINDOW_MS), sample]
      const firstSample = samples[0]!
      const seconds = (sample.at - firstSample.at) / 1000
      const bytes = sample.sent - firstSample.sent
      return sample.at - firstSample.at < MIN_WINDOW_MS || bytes === 0
        ? undefined
        : (bytesLeft * seconds) / bytes
    },
    reset() {
      samples = []
    },
  }
}
