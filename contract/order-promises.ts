import type { Deadline } from './deadline.ts'

/*
 * How long what is said of something to come is said, where the retailer names no day. After that the page says what the customer can
 * do.
 */

/** Days after which a promise is over. */
const PROMISE_DAYS = {
  /** Money that comes back (Directive 2011/83/EU, article 13(1)). */
  money: 14,
  /** An answer of customer care. */
  answer: 14,
  /** A new print, or what customer care has decided else; a report closes by itself after 30 days. */
  outcome: 21,
  /** The decision on a cancellation, which takes half an hour. */
  cancellation: 1,
  /** A check that the customer need do nothing about. */
  check: 14,
  /** A parcel at a pick-up point. */
  pickup: 30,
} as const

/** Returns the end of a promise that was made at an instant (ISO 8601): the named one, or that of its kind. */
export const getPromiseEnd = (
  kind: keyof typeof PROMISE_DAYS,
  madeAt: string,
  named?: Deadline | undefined,
): Deadline => named ?? new Date(Date.parse(madeAt) + PROMISE_DAYS[kind] * 86_400_000).toISOString()

/** Whether a promise is over; `now`: milliseconds since 1970. */
export const isPromiseOver = (now: number, ...promise: Parameters<typeof getPromiseEnd>): boolean =>
  Date.parse(getPromiseEnd(...promise)) <= now

/** Lists when what is promised at a time may be over, whatever its kind; all in milliseconds since 1970. */
export const listPromiseEnds = (madeAt: number): number[] =>
  Object.values(PROMISE_DAYS).map(days => madeAt + days * 86_400_000)
