const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Waiting times after each failure, as Standard Webhooks recommends; after the last one there is one more attempt. */
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

/** The schedule is varied by up to this part, so that an endpoint that was down does not get everything at once. */
const JITTER = 0.2
/** A receiver cannot postpone attempts for longer. */
const RETRY_AFTER_MAX_MS = 24 * HOUR

/**
 * When an event is attempted again after `failures` failures; undefined when it is given up. Never before the time that
 * the receiver's Retry-After names. `random` is at least 0 and below 1.
 */
export function nextAttemptAt({
  failures,
  now,
  retryAfter,
  random,
}: {
  failures: number
  now: Date
  retryAfter?: string | undefined
  random: number
}): Date | undefined {
  const delay = DELAYS_MS[failures - 1]
  if (delay === undefined) return undefined
  const varied = Math.round(delay * (1 - JITTER + 2 * JITTER * random))
  return new Date(now.getTime() + Math.max(varied, waitOf(retryAfter, now)))
}

/** Milliseconds that a Retry-After header asks for: seconds or a date (RFC 9110, 10.2.3). 0 for anything else. */
function waitOf(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0
  const wait = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * SECOND
    : new Date(retryAfter).getTime() - now.getTime()
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), RETRY_AFTER_MAX_MS)
}
