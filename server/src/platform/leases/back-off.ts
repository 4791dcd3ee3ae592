/** Share by which delays are varied, so that a receiver that was down does not get everything at once. */
const JITTER = 0.2

export interface BackOff {
  /** The delay of the schedule. */
  delayMs: number
  now: Date
  /** The header Retry-After of the answer. */
  retryAfter?: string | undefined
  /** A receiver cannot postpone attempts for longer. */
  retryAfterMaxMs: number
  /** At least 0 and below 1. */
  random: number
}

/** Calculates the time of the next attempt: after the delay ± 20 %, and never before the time in Retry-After. */
export function calculateNextAttempt({ delayMs, now, retryAfter, retryAfterMaxMs, random }: BackOff): Date {
  const delayWithJitter = Math.round(delayMs * (1 - JITTER + 2 * JITTER * random))
  return new Date(
    now.getTime() + Math.max(delayWithJitter, Math.min(parseRetryAfter(retryAfter, now), retryAfterMaxMs)),
  )
}

/** Returns milliseconds of a Retry-After header: seconds or a date (RFC 9110, 10.2.3). 0 for anything else. */
function parseRetryAfter(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0
  const waitMs = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : new Date(retryAfter).getTime() - now.getTime()
  return Number.isNaN(waitMs) ? 0 : Math.max(waitMs, 0)
}
