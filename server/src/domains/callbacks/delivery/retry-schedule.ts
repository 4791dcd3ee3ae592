import { type BackOff, calculateNextAttempt } from '../../../platform/leases/back-off.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Delays after each failure, as Standard Webhooks recommends; after the last one there is one more attempt. */
const DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** A receiver cannot postpone attempts for longer. */
const RETRY_AFTER_MAX_MS = 24 * HOUR

/** Returns when an event is attempted again after `failures` failures; undefined when it is given up. */
export function getRetryTime(
  failures: number,
  backOff: Pick<BackOff, 'now' | 'retryAfter' | 'random'>,
): Date | undefined {
  const delayMs = DELAYS_MS[failures - 1]
  return delayMs === undefined
    ? undefined
    : calculateNextAttempt({ ...backOff, delayMs, retryAfterMaxMs: RETRY_AFTER_MAX_MS })
}
