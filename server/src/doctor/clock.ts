import { type Finding, fail, ok, warn } from './finding.ts'

const WARN_MS = 2_000
const FAIL_MS = 30_000

/**
 * Compares another clock, read between `before` and `after` (milliseconds of this machine's clock), with this machine's.
 * `precisionMs` is the unit of the other one.
 */
export function describeClock(
  other: Date,
  { before, after }: { before: number; after: number },
  precisionMs = 1,
): Finding {
  const early = before - (other.getTime() + precisionMs)
  const late = other.getTime() - after
  const differenceMs = Math.max(early, late, 0)
  const text = `differs by ${(differenceMs / 1000).toFixed(1)} s or more from this machine's: let both follow NTP`
  if (differenceMs >= FAIL_MS) return fail(text)
  return differenceMs >= WARN_MS ? warn(text) : ok("agrees with this machine's")
}
